// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.engine.onnx.OnnxEngineProvider;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Guard;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gate says of 16 bits as a GPU computes them, which the engine does here on the CPU. */
class SixteenBitGateTest {
    /**
     * Factors of weights. With the first, the largest channel is beyond 65,504, the largest number of fp16; so with the
     * second it is beyond 3e4, as in large encoders.
     */
    private static final double BEYOND_FP16 = 12_000;

    private static final double WITHIN_FP16 = 8_000;

    @TempDir
    private Path directory;

    private static GatedEngine engine() {
        return new GatedEngine(
                Guard.onAnyThread(new OnnxEngineProvider().openRounding(EngineOptions.DEFAULTS)),
                _ -> Set.of(Precision.FLOAT32, Precision.FP16, Precision.BF16),
                new PrecisionGate(PrecisionGate.DEFAULT_TOLERANCE),
                Optional.empty());
    }

    /** The tiny checkpoint with logits like a trained one's, whose second layer adds so much more to one channel. */
    private Checkpoint withOutlier(double factor) {
        Checkpoint sound = Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();
        int intermediate = sound.source().config().encoder().intermediate();
        Path file = SafetensorsFile.copyOf(
                        SampleCheckpoint.ENGLISH.source().weights().file())
                .scaled("scorer.3.weight", _ -> 0.05)
                .scaled("act_head.2.weight", _ -> 0.2)
                .scaled("encoder.layers.1.mlp.Wo.weight", i -> i < intermediate ? factor : 1)
                .writeTo(directory.resolve("outlier.safetensors"));
        return sound.withSource(new ModelSource(sound.source().config(), WeightFiles.of(file, List.of(file))));
    }

    @Test
    void aCheckpointThatOverflowsIsRefusedInFp16AndServedInFloat32() {
        try (GatedEngine engine = engine();
                LogLines lines = new LogLines()) {
            GatedModel judged = engine.load(withOutlier(BEYOND_FP16), Device.CPU, Precision.FP16);
            try (LoadedModel model = judged.model()) {
                assertThat(model.precision()).isEqualTo(Precision.FLOAT32);
            }
            assertThat(judged.report().orElseThrow().largest()).isNaN();
            assertThat(lines.with("fp16 is refused: over 49 rows a probability differs from float32's by at most NaN"))
                    .hasSize(1);
            assertThat(lines.with("is served in float32: fp16 is refused")).hasSize(1);
        }
    }

    @Test
    void anOutlierWithinTheRangeIsServedInFp16() {
        try (GatedEngine engine = engine()) {
            GatedModel judged = engine.load(withOutlier(WITHIN_FP16), Device.CPU, Precision.FP16);
            try (LoadedModel model = judged.model()) {
                assertThat(model.precision()).isEqualTo(Precision.FP16);
            }
            assertThat(judged.report().orElseThrow().largest()).isBetween(1e-4, 0.015);
        }
    }

    /** Bfloat16 has the range of float32: its answers are numbers, which the gate finds too far away here. */
    @Test
    void whatOverflowsInFp16DoesNotInBfloat16() {
        try (GatedEngine engine = engine()) {
            GatedModel judged = engine.load(withOutlier(BEYOND_FP16), Device.CPU, Precision.BF16);
            judged.model().close();
            assertThat(judged.report().orElseThrow().largest()).isBetween(0.03, 0.1);
        }
    }

    @Test
    void theStarterIsServedInBoth() {
        Checkpoint starter = Catalogues.catalogue(new HostSettings.Starter())
                .find(CheckpointName.ENGLISH)
                .orElseThrow()
                .checkpoint();
        try (GatedEngine engine = engine()) {
            for (Precision precision : List.of(Precision.FP16, Precision.BF16)) {
                GatedModel judged = engine.load(starter, Device.CPU, precision);
                try (LoadedModel model = judged.model()) {
                    assertThat(model.precision()).isEqualTo(precision);
                }
                assertThat(judged.report().orElseThrow().largest()).isBetween(1e-5, 0.015);
            }
        }
    }
}
