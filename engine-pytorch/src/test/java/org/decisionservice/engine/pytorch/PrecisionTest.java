// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.PrecisionGate;
import org.decisionservice.engine.spi.PrecisionReport;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;

/** Tests which precision a checkpoint is served in. */
class PrecisionTest {
    private final ModelSource starter = SampleCheckpoint.STARTER.sourceWithAllProbes();

    @Test
    void trainedCheckpointIsServedInBfloat16() {
        try (PytorchEngine engine = engine(PrecisionGate.DEFAULT_TOLERANCE, true);
                LoadedModel model = engine.load(starter, Device.CPU)) {
            assertThat(model.precision()).isEqualTo(Precision.BF16);
            PrecisionReport report = model.precisionReport().orElseThrow();
            assertThat(report.accepted()).isTrue();
            assertThat(report.rows()).isEqualTo(starter.probes().size());
            // Not 0, or nothing would have been rounded.
            assertThat(report.largest()).isBetween(1e-5, 0.015);
        }
    }

    @Test
    void whatWasJudgedIsNotJudgedAgain() {
        ModelSource source = SampleCheckpoint.STARTER.source();
        try (PytorchEngine engine = engine(PrecisionGate.DEFAULT_TOLERANCE, true)) {
            PrecisionReport report;
            try (LoadedModel model = engine.load(source, Device.CPU)) {
                report = model.precisionReport().orElseThrow();
            }
            try (LoadedModel again = engine.load(source, Device.CPU)) {
                assertThat(again.precision()).isEqualTo(Precision.BF16);
                assertThat(again.precisionReport()).containsSame(report);
            }
        }
    }

    @Test
    void refusedCheckpointIsServedInFloat32WithTheReport() {
        try (PytorchEngine engine = engine(1e-5, true);
                LoadedModel model = engine.load(starter, Device.CPU)) {
            assertThat(model.precision()).isEqualTo(Precision.FLOAT32);
            assertThat(model.precisionReport().orElseThrow().accepted()).isFalse();
        }
    }

    @Test
    void withoutTheInstructionsFloat32Serves() {
        assertServedInFloat32(engine(1, false), starter);
    }

    @Test
    void withoutRowsToJudgeByFloat32Serves() {
        assertServedInFloat32(engine(1, true), starter.withProbes(List.of()));
    }

    private static void assertServedInFloat32(PytorchEngine opened, ModelSource source) {
        try (opened;
                LoadedModel model = opened.load(source, Device.CPU)) {
            assertThat(model.precision()).isEqualTo(Precision.FLOAT32);
            assertThat(model.precisionReport()).isEmpty();
        }
    }

    private static PytorchEngine engine(double tolerance, boolean multipliesBfloat16) {
        EngineOptions options = new EngineOptions(OptionalInt.empty(), Precision.BF16, tolerance);
        return new PytorchEngine(Libtorch.start(), options, multipliesBfloat16);
    }
}
