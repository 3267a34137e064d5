// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.ResidentMemory;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PassMemoryTest {
    private static final int LONGEST = 8192;
    private static final long MOST = 48L << 20;

    private static RowBatch row(int length) {
        int[] tokens = new int[length];
        Arrays.fill(tokens, 7);
        return RowBatch.of(List.of(new Row(tokens, new int[] {1, 3}, 5, 0)));
    }

    /** Without giving it back, the session keeps 63 MiB of this pass. */
    @ParameterizedTest
    @EnumSource(
            value = SampleCheckpoint.class,
            names = {"ENGLISH", "PARALLEL_ENGLISH"})
    void whatALongRowNeededIsGivenBack(SampleCheckpoint checkpoint) {
        assumeTrue(ResidentMemory.isTold(), "this system does not tell how much memory is resident");
        try (Engine engine = new OnnxEngineProvider().open(EngineOptions.DEFAULTS);
                LoadedModel model = engine.load(checkpoint.source(), Device.CPU, Precision.FLOAT32)) {
            Logits before = model.forward(row(PassMemory.KEPT));
            long rest = ResidentMemory.outsideTheHeap();
            var _ = model.forward(row(LONGEST));
            long growth = ResidentMemory.outsideTheHeap() - rest;
            System.out.println(checkpoint + ", kept after a row of " + LONGEST + " tokens: " + growth + " bytes");
            assertThat(growth).isLessThan(MOST);
            Logits after = model.forward(row(PassMemory.KEPT));
            assertThat(after.optionLogit(0, 0)).isEqualTo(before.optionLogit(0, 0));
            assertThat(after.optionLogit(0, 1)).isEqualTo(before.optionLogit(0, 1));
        }
    }
}
