// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the engine offers in bfloat16. */
class PrecisionTest {
    private final ModelSource starter = SampleCheckpoint.STARTER.sourceWithAllSamples();

    @Test
    void trainedCheckpointMovesLittleInBfloat16() {
        try (PytorchEngine engine = engine(true)) {
            Reduction reduction = engine.reduce(starter, Device.CPU, Precision.BF16);
            assertThat(reduction.variants())
                    .singleElement()
                    .extracting(Reduction.Variant::name)
                    .isEqualTo("bf16");
            double largest = 0;
            try (LoadedModel model = reduction.variants().getFirst().load()) {
                Logits reduced = model.forward(starter.sampleRows());
                for (int row = 0; row < reduced.size(); row++) {
                    double act = reduction.exact().actProbability(row) - reduced.actProbability(row);
                    largest = Math.max(largest, Math.abs(act));
                }
            }
            // Not 0, or nothing would have been rounded.
            assertThat(largest).isBetween(1e-5, 0.06);
        }
    }

    /** The gate refuses what is not a number. */
    @Test
    void checkpointThatOverflows16BitsIsNoNumberThereAndOneEverywhereElse(@TempDir Path dir) {
        Path weights = SampleCheckpoint.ENGLISH.directory().resolve("model.safetensors");
        ModelSource source = SampleCheckpoint.ENGLISH.source(SafetensorsFile.copyOf(weights)
                .scaled("encoder.layers.0.mlp.Wi.weight", _ -> 5000)
                .writeTo(dir.resolve("model.safetensors")));
        try (Engine engine = new OnEveryProcessor(true).open(EngineOptions.DEFAULTS)) {
            assertThat(act(engine, source, Precision.FLOAT32)).isFinite();
            assertThat(act(engine, source, Precision.BF16)).isFinite();
            assertThat(act(engine, source, Precision.FP16)).isNaN();
        }
    }

    private static float act(Engine engine, ModelSource source, Precision precision) {
        try (LoadedModel model = engine.load(source, Device.CPU, precision)) {
            return model.forward(source.sampleRows()).actProbability(0);
        }
    }

    @Test
    void withoutTheInstructionsThereIsOnlyFloat32() {
        try (PytorchEngine engine = engine(false)) {
            assertUnsupported(
                    () -> engine.load(starter, Device.CPU, Precision.BF16).close());
            assertUnsupported(() -> engine.reduce(starter, Device.CPU, Precision.BF16));
            try (LoadedModel model = engine.load(starter, Device.CPU, Precision.FLOAT32)) {
                assertThat(model.precision()).isEqualTo(Precision.FLOAT32);
            }
        }
    }

    private static void assertUnsupported(Runnable call) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call::run)
                .withMessage("bf16 needs a processor with avx512_bf16 or amx_bf16")
                .extracting(EngineException::kind)
                .isEqualTo(EngineException.Kind.UNSUPPORTED_PRECISION);
    }

    private static PytorchEngine engine(boolean multipliesBfloat16) {
        return new PytorchEngine(
                Libtorch.start(),
                EngineOptions.DEFAULTS,
                new Processors(multipliesBfloat16, _ -> OptionalInt.empty(), true));
    }
}
