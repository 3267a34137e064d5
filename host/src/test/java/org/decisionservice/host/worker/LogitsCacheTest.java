// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;

import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.residency.ModelIdentity;
import org.decisionservice.host.testing.Catalogues;
import org.junit.jupiter.api.Test;

class LogitsCacheTest {
    private static final int MIB = 1 << 20;

    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final ModelIdentity model = model(Precision.FLOAT32);

    private static ModelIdentity model(Precision precision) {
        return new ModelIdentity(
                new FileStamp(1, FileTime.fromMillis(0), Optional.empty(), List.of()), precision, Device.CPU);
    }

    private PassRequest work(int token) {
        PackedRow row = PackedRow.of(new Row(new int[] {token, 1}, new int[] {0}, 0));
        return new PassRequest(english, List.of(List.of(row)), true);
    }

    private static Logits logits(int rows, int options, int vectors) {
        return new Logits(
                IntStream.range(0, rows).mapToObj(_ -> new float[options]).toList(),
                new float[rows],
                vectors == 0
                        ? List.of()
                        : IntStream.range(0, rows)
                                .mapToObj(_ -> new float[vectors])
                                .toList());
    }

    @Test
    void whatWasNotUsedForLongestLeavesFirst() {
        LogitsCache cache = new LogitsCache(1_000);
        for (int token = 1; token <= 3; token++) {
            cache.keep(work(token), logits(1, 3, 0), model);
        }
        assertThat(cache.find(work(1))).isPresent();
        cache.keep(work(4), logits(1, 3, 0), model);
        assertThat(IntStream.rangeClosed(1, 4)
                        .filter(token -> cache.find(work(token)).isPresent()))
                .containsExactly(1, 3, 4);
        assertThat(cache.use().bytes()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void whatIsLargerThanTheCacheIsNotKeptAndNothingLeavesForIt() {
        LogitsCache cache = new LogitsCache(1_000);
        cache.keep(work(1), logits(1, 3, 0), model);
        cache.keep(work(2), logits(1, 3, 768), model);
        assertThat(cache.find(work(2))).isEmpty();
        assertThat(cache.find(work(1))).isPresent();
    }

    @Test
    void logitsOfAnotherPrecisionAreForgottenWhenTheFirstOfTheNewOneCome() {
        LogitsCache cache = new LogitsCache(MIB);
        cache.keep(work(1), logits(1, 3, 0), model);
        cache.keep(work(2), logits(1, 3, 0), model(Precision.INT8));
        assertThat(cache.find(work(1))).isEmpty();
        assertThat(cache.find(work(2))).isPresent();
    }

    @Test
    void severalWorksAreFoundOnlyTogether() {
        LogitsCache cache = new LogitsCache(MIB);
        cache.keep(work(1), logits(1, 3, 0), model);
        assertThat(cache.findAll(List.of(work(1), work(2)))).isEmpty();
        cache.keep(work(2), logits(2, 3, 0), model);
        assertThat(cache.findAll(List.of(work(1), work(2))).orElseThrow())
                .extracting(Logits::size)
                .containsExactly(1, 2);
        assertThat(cache.use())
                .extracting(LogitsCache.Use::found, LogitsCache.Use::missed)
                .containsExactly(3L, 3L);
    }

    /** Entries of one row with three options, of many rows, and of vectors, each many times the limit. */
    @Test
    void theHeapHoldsNoMoreThanTheLimit() {
        for (int[] shape : new int[][] {{1, 3, 0}, {64, 2, 0}, {3, 200, 0}, {5, 4, 768}}) {
            // What threads of earlier tests leave behind may be freed meanwhile.
            assertThat(LongStream.generate(() -> taken(shape))
                            .limit(5)
                            .filter(taken -> taken > 16 * MIB && taken <= 33 * MIB)
                            .findFirst())
                    .as("bytes of the heap for rows, options and vectors of %s", List.of(shape[0], shape[1], shape[2]))
                    .isPresent();
        }
    }

    private long taken(int[] shape) {
        LogitsCache cache = new LogitsCache(32 * MIB);
        long before = usedHeap();
        for (int token = 1; cache.use().bytes() < 31 * MIB || token % 1000 != 0; token++) {
            cache.keep(work(token), logits(shape[0], shape[1], shape[2]), model);
        }
        long taken = usedHeap() - before;
        assertThat(cache.use().bytes()).isLessThanOrEqualTo(32 * MIB);
        return taken;
    }

    private static long usedHeap() {
        // The serial collector leaves some garbage where it is, and moves everything only each fourth time.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
