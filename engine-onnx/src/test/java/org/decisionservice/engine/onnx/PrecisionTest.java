// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.PrecisionGate;
import org.decisionservice.engine.spi.PrecisionReport;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which precision a checkpoint is served in. */
class PrecisionTest {
    private static final EngineOptions INT8 = new EngineOptions(OptionalInt.empty(), Precision.INT8);

    private static final int OUTLIERS = 2;

    @Test
    void reducedPrecisionIsReallyReduced() {
        ModelSource source = SampleCheckpoint.STARTER.sourceWithAllProbes();
        RowBatch rows = source.probeRows();
        ModelLoader loader = new ModelLoader(RuntimeStart.runtime(), OptionalInt.of(1));
        try (LoadedModel exact = loader.float32Once(source);
                LoadedModel reduced = loader.int8(source)) {
            assertThat(exact.precision()).isEqualTo(Precision.FLOAT32);
            assertThat(reduced.precision()).isEqualTo(Precision.INT8);
            PrecisionReport report =
                    new PrecisionGate(1).judge(source.probes(), exact.forward(rows), reduced.forward(rows));
            assertThat(report.largest()).isBetween(1e-5, 0.2);
        }
    }

    /**
     * The tiny checkpoint's own logits turn small differences into large changes of probabilities; those of a trained
     * checkpoint do so less.
     */
    @Test
    void calmCheckpointIsAccepted(@TempDir Path directory) {
        Path weights = calm().writeTo(directory.resolve("calm.safetensors"));
        assertThat(served(weights)).isEqualTo(Precision.INT8);
    }

    /**
     * Makes a few activations a thousand times larger and the weights that read them a thousand times smaller. This
     * changes nothing in float32, but in 8 bits the steps become too large for all other activations. Trained encoders
     * show this to some degree.
     */
    @Test
    void outliersAreRefusedAndFloat32Serves(@TempDir Path directory) {
        int hidden = SampleCheckpoint.ENGLISH.source().config().encoder().hidden();
        SafetensorsFile file = calm();
        for (int layer = 0; layer < 3; layer++) {
            String prefix = "encoder.layers." + layer;
            file.scaled(prefix + ".mlp_norm.weight", i -> i < OUTLIERS ? 1000 : 1)
                    .scaled(prefix + ".mlp.Wi.weight", i -> i % hidden < OUTLIERS ? 0.001 : 1);
        }
        assertThat(served(file.writeTo(directory.resolve("outliers.safetensors"))))
                .isEqualTo(Precision.FLOAT32);
    }

    private static SafetensorsFile calm() {
        return SafetensorsFile.copyOf(SampleCheckpoint.ENGLISH.source().weights())
                .scaled("scorer.3.weight", _ -> 0.05)
                .scaled("act_head.2.weight", _ -> 0.2);
    }

    private static Precision served(Path weights) {
        ModelSource sound = SampleCheckpoint.ENGLISH.source();
        ModelSource source = new ModelSource(sound.config(), weights, sound.probes());
        try (Engine engine = new OnnxEngineProvider().open(INT8);
                LoadedModel model = engine.load(source, Device.CPU)) {
            assertThat(model.forward(source.probeRows()).size())
                    .isEqualTo(source.probes().size());
            return model.precision();
        }
    }

    @Test
    void withoutRowsToJudgeByFloat32Serves() {
        ModelSource source = SampleCheckpoint.ENGLISH.source().withProbes(List.of());
        try (Engine engine = new OnnxEngineProvider().open(INT8);
                LoadedModel model = engine.load(source, Device.CPU)) {
            assertThat(model.precision()).isEqualTo(Precision.FLOAT32);
        }
    }
}
