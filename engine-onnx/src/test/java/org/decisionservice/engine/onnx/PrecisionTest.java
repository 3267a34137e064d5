package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.decisionservice.engine.onnx.quantize.PrecisionGate;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which precision serves what. */
class PrecisionTest {
    private static final EngineOptions INT8 = new EngineOptions(OptionalInt.empty(), Precision.INT8);

    @Test
    void reducedPrecisionIsReallyReduced() {
        ModelSource source = SampleCheckpoint.STARTER.source();
        RowBatch rows = RowBatch.of(source.probes());
        ModelLoader loader = new ModelLoader(OnnxEngine.startRuntime(), OptionalInt.of(1));
        try (LoadedModel exact = loader.float32Once(source);
                LoadedModel reduced = loader.int8(source)) {
            assertThat(exact.precision()).isEqualTo(Precision.FLOAT32);
            assertThat(reduced.precision()).isEqualTo(Precision.INT8);
            assertThat(PrecisionGate.difference(exact.forward(rows), reduced.forward(rows)))
                    .isBetween(1e-5, 0.2);
        }
    }

    @Test
    void acceptedWhereTheGateIsWide() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        PrecisionGate wide = new PrecisionGate(0.5);
        try (Engine engine = new OnnxEngine(OnnxEngine.startRuntime(), INT8, wide);
                LoadedModel model = engine.load(source, Device.CPU)) {
            assertThat(model.precision()).isEqualTo(Precision.INT8);
        }
    }

    /**
     * A few inputs some thousand times larger than the rest: in 8 bits that makes a step too large for everything else.
     * Trained models have some of this.
     */
    @Test
    void outliersAreRefusedAndFloat32Serves(@TempDir Path directory) {
        ModelSource sound = SampleCheckpoint.ENGLISH.source();
        Path spoilt = outliers(sound.weights(), directory.resolve("outliers.safetensors"));
        ModelSource source = new ModelSource(sound.config(), spoilt, sound.probes());
        try (Engine engine = new OnnxEngineProvider().open(INT8);
                Engine exact = new OnnxEngineProvider().open(EngineOptions.DEFAULTS);
                LoadedModel served = engine.load(source, Device.CPU);
                LoadedModel expected = exact.load(source, Device.CPU)) {
            assertThat(served.precision()).isEqualTo(Precision.FLOAT32);
            RowBatch rows = RowBatch.of(source.probes());
            Logits answers = served.forward(rows);
            assertThat(answers.optionLogit(0, 0)).isEqualTo(expected.forward(rows).optionLogit(0, 0));
        }
    }

    private static Path outliers(Path weights, Path target) {
        Map<Integer, Float> norm = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            norm.put(i, 3000f);
        }
        SafetensorsFile file = SafetensorsFile.copyOf(weights);
        for (int layer = 0; layer < 3; layer++) {
            file.with("encoder.layers." + layer + ".mlp_norm.weight", norm);
        }
        return file.writeTo(target);
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
