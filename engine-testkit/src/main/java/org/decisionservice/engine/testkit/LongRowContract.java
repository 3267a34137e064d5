// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A pass of a long row needs memory by its tokens, not by their square, and gives it back, and can be cut off. For
 * engines whose runtime keeps memory for the next pass; a naive engine need not implement it.
 */
public interface LongRowContract extends EngineUnderTest {
    /** Tokens of a row of a usual length, and of a long one. */
    int USUAL = 1024;

    int LONGEST = 8192;

    /** Bytes that may stay. ONNX Runtime would keep 63 MiB. */
    long MOST_KEPT = 48L << 20;

    /**
     * Bytes that the pass may need. libtorch needed 1.1 GB for scores of 16 MiB, as long as malloc did not use them
     * again.
     */
    long MOST_NEEDED = 320L << 20;

    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "PARALLEL_ENGLISH"})
    default void whatALongRowNeedsIsLittleAndIsGivenBack(SampleCheckpoint checkpoint) {
        assumeTrue(ResidentMemory.isTold(), "this system does not tell how much memory is resident");
        assumeTrue(
                inFull() || checkpoint == SampleCheckpoint.ENGLISH,
                "the layouts differ in a mask, which every precision has; the others try it at night");
        try (LoadedModel model = load(checkpoint)) {
            Logits before = model.forward(row(USUAL));
            long rest = ResidentMemory.outsideTheHeap();
            long least = ResidentMemory.forgetPeak();
            Logits _ = model.forward(row(LONGEST));
            long needed = ResidentMemory.peak() - least;
            long kept = ResidentMemory.outsideTheHeap() - rest;
            System.out.println(provider().name() + ", " + checkpoint + ", a row of " + LONGEST + " tokens: needs "
                    + needed + " bytes and keeps " + kept);
            assertThat(needed).isLessThan(MOST_NEEDED);
            assertThat(kept).isLessThan(MOST_KEPT);
            Logits after = model.forward(row(USUAL));
            assertThat(after.optionLogit(0, 0)).isEqualTo(before.optionLogit(0, 0));
            assertThat(after.optionLogit(0, 1)).isEqualTo(before.optionLogit(0, 1));
        }
    }

    @Test
    default void aPassOfALongRowEndsWithinItself() throws Exception {
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            Logits before = model.forward(row(USUAL));
            Interruption asked = new Interruption();
            CountDownLatch begun = new CountDownLatch(1);
            Thread other = Thread.ofPlatform().start(() -> {
                try {
                    begun.await();
                    // Long before the pass could be over.
                    Thread.sleep(5);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                asked.request();
            });
            begun.countDown();
            assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> model.forward(row(LONGEST), asked));
            other.join();
            assertThat(model.forward(row(USUAL)).optionLogit(0, 0)).isEqualTo(before.optionLogit(0, 0));
        }
    }

    private static RowBatch row(int length) {
        int[] tokens = new int[length];
        Arrays.fill(tokens, 7);
        return RowBatch.of(List.of(new Row(tokens, new int[] {1, 3}, 5, 0)));
    }
}
