// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.engines.EngineCatalogue;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Guard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which precision real engines serve a checkpoint. */
class ServedPrecisionsTest {
    private static final int OUTLIERS = 2;

    /** A tolerance that accepts what a processor computes in 8 bits, whichever instructions it has. */
    private static final double EVERYTHING = 1;

    private final Checkpoint starter = Catalogues.catalogue(new HostSettings.Starter())
            .find(CheckpointName.ENGLISH)
            .orElseThrow()
            .checkpoint();

    @TempDir
    private Path directory;

    private static GatedEngine engine(String name, double tolerance) {
        EngineProvider provider = ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        return new GatedEngine(
                Guard.onAnyThread(provider.open(EngineOptions.DEFAULTS)),
                provider::precisions,
                new PrecisionGate(tolerance),
                Optional.empty());
    }

    /** What the gate reports if everything passes. */
    private PrecisionReport report(GatedModel judged) {
        try (LoadedModel model = judged.model()) {
            assertThat(model.precision()).isEqualTo(Precision.INT8);
            return judged.report().orElseThrow();
        }
    }

    /** By how much the second byte is better depends on how a processor multiplies bytes. */
    @Test
    void secondByteIsTakenIfTheFirstIsRefused() {
        double one;
        try (GatedEngine engine = engine("onnx", EVERYTHING)) {
            PrecisionReport first = report(engine.load(starter, Device.CPU, Precision.INT8));
            assertThat(first.accepted()).isTrue();
            one = first.percentile99();
        }
        try (GatedEngine engine = engine("onnx", Math.nextDown(one))) {
            PrecisionReport two = report(engine.load(starter, Device.CPU, Precision.INT8));
            assertThat(two.accepted()).isTrue();
            assertThat(two.rows()).isEqualTo(49);
            assertThat(two.percentile99()).isBetween(1e-5, Math.nextDown(one));
        }
    }

    /** As after idle unloading: the same report shows that nothing was judged. */
    @Test
    void loadedAgainItAnswersTheSameWithTheSameReport() {
        try (GatedEngine engine = engine("onnx", EVERYTHING)) {
            GatedModel first = engine.load(calm(), Device.CPU, Precision.INT8);
            double before = firstLogit(first);
            GatedModel again = engine.load(calm(), Device.CPU, Precision.INT8);
            assertThat(again.report().orElseThrow()).isSameAs(first.report().orElseThrow());
            assertThat(firstLogit(again)).isCloseTo(before, within(1e-6));
        }
    }

    private static double firstLogit(GatedModel judged) {
        RowBatch rows = SampleCheckpoint.ENGLISH.source().sampleRows();
        try (LoadedModel model = judged.model()) {
            Logits logits = model.forward(rows);
            return logits.optionLogit(0, 0);
        }
    }

    /**
     * Makes a few values of attentions a thousand times larger and the weights that read them a thousand times smaller.
     * This changes nothing in float32, but in 8 bits the steps become too large for all other values. Trained encoders
     * show this to some degree.
     */
    @Test
    void outliersAreRefusedAndFloat32Serves() {
        int hidden = SampleCheckpoint.ENGLISH.source().config().encoder().hidden();
        SafetensorsFile file = calmWeights();
        for (int layer = 0; layer < 3; layer++) {
            String prefix = "encoder.layers." + layer;
            int firstValue = 2 * hidden;
            file.scaled(
                            prefix + ".attn.Wqkv.weight",
                            i -> i / hidden >= firstValue && i / hidden < firstValue + OUTLIERS ? 1000 : 1)
                    .scaled(prefix + ".attn.Wo.weight", i -> i % hidden < OUTLIERS ? 0.001 : 1);
        }
        Checkpoint outliers = english(file.writeTo(directory.resolve("outliers.safetensors")));
        try (GatedEngine engine = engine("onnx", PrecisionGate.DEFAULT_TOLERANCE)) {
            assertThat(served(engine, calm(), Precision.INT8)).isEqualTo(Precision.INT8);
            assertThat(served(engine, outliers, Precision.INT8)).isEqualTo(Precision.FLOAT32);
        }
    }

    /** What the norm of a pre-norm encoder multiplies by is part of the weights behind it. */
    @Test
    void outliersThatANormMakesDoNotMatter() {
        int hidden = SampleCheckpoint.ENGLISH.source().config().encoder().hidden();
        SafetensorsFile file = calmWeights();
        for (int layer = 0; layer < 3; layer++) {
            String prefix = "encoder.layers." + layer;
            file.scaled(prefix + ".mlp_norm.weight", i -> i < OUTLIERS ? 1000 : 1)
                    .scaled(prefix + ".mlp.Wi.weight", i -> i % hidden < OUTLIERS ? 0.001 : 1);
        }
        Checkpoint outliers = english(file.writeTo(directory.resolve("norms.safetensors")));
        try (GatedEngine engine = engine("onnx", PrecisionGate.DEFAULT_TOLERANCE)) {
            assertThat(served(engine, outliers, Precision.INT8)).isEqualTo(Precision.INT8);
        }
    }

    /** The engine has no line of code that judges, and its bf16 is judged all the same. */
    @Test
    void thirdEngineIsJudgedToo() {
        try (GatedEngine engine = engine("rounded", PrecisionGate.DEFAULT_TOLERANCE)) {
            GatedModel judged = engine.load(calm(), Device.CPU, Precision.BF16);
            try (LoadedModel model = judged.model()) {
                assertThat(model.precision()).isEqualTo(Precision.BF16);
                assertThat(judged.report().orElseThrow().largest()).isBetween(1e-6, 0.02);
            }
        }
        try (GatedEngine strict = engine("rounded", 1e-6)) {
            assertThat(served(strict, calm(), Precision.BF16)).isEqualTo(Precision.FLOAT32);
        }
    }

    @Test
    void engineThatSaysNothingOfLessThanFloat32IsRefusedAtTheStart() {
        EngineCatalogue engines = EngineCatalogue.find(ServedPrecisionsTest.class.getClassLoader());
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> engines.choose(
                        "SERVICE_ENGINE", "reference", EngineOptions.DEFAULTS, Precision.INT8, Optional.empty()))
                .withMessage("SERVICE_PRECISION: engine 'reference' has no int8; it takes one of: float32");
    }

    @Test
    void starterIsServedInBfloat16WhereTheProcessorMultipliesIt() {
        assumeTrue("pytorch".equals(System.getProperty("second.engine")), "this build has no libtorch");
        try (GatedEngine engine = engine("pytorch", PrecisionGate.DEFAULT_TOLERANCE)) {
            GatedModel judged = engine.load(starter, Device.CPU, Precision.BF16);
            try (LoadedModel model = judged.model()) {
                // On another processor there is float32 and no report.
                assertThat(model.precision() == Precision.BF16)
                        .isEqualTo(judged.report().isPresent());
                judged.report().ifPresent(report -> assertThat(report.largest()).isBetween(1e-5, 0.015));
            }
        }
    }

    private static Precision served(GatedEngine engine, Checkpoint checkpoint, Precision asked) {
        try (LoadedModel model = engine.load(checkpoint, Device.CPU, asked).model()) {
            return model.precision();
        }
    }

    /**
     * The tiny checkpoint's own logits turn small differences into large changes of probabilities; those of a trained
     * checkpoint do so less.
     */
    private Checkpoint calm() {
        Path weights = directory.resolve("calm.safetensors");
        return english(weights.toFile().exists() ? weights : calmWeights().writeTo(weights));
    }

    private static SafetensorsFile calmWeights() {
        return SafetensorsFile.copyOf(
                        SampleCheckpoint.ENGLISH.source().weights().file())
                .scaled("scorer.3.weight", _ -> 0.05)
                .scaled("act_head.2.weight", _ -> 0.2);
    }

    private static Checkpoint english(Path weights) {
        Checkpoint sound = Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();
        return sound.withSource(new ModelSource(sound.source().config(), WeightFiles.of(weights, List.of(weights))));
    }
}
