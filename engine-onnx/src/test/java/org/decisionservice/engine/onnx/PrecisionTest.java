// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.decisionservice.engine.onnx.quantize.Activations;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.PrecisionGate;
import org.decisionservice.engine.spi.PrecisionReport;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.decisionservice.engine.testkit.Tolerances;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which precision a checkpoint is served in. */
class PrecisionTest {
    private static final EngineOptions INT8 = new EngineOptions(OptionalInt.empty(), Precision.INT8);

    private static final ModelLoader LOADER = new ModelLoader(RuntimeStart.runtime(), OptionalInt.of(1));

    /** Made once each, of the starter and all its probes. */
    private static final Map<Activations, PrecisionReport> REPORTS = new EnumMap<>(Activations.class);

    private static final Tolerances.Bound ROUNDING = Tolerances.FLOAT32.invariant();

    private static final int OUTLIERS = 2;

    @Test
    void reducedPrecisionIsReallyReducedAndLessWithASecondByte() {
        double one = report(Activations.EIGHT_BITS).largest();
        double two = report(Activations.SIXTEEN_BITS).largest();
        assertThat(two).isBetween(1e-5, 0.8 * one);
        assertThat(one).isLessThan(0.12);
    }

    @Test
    void secondByteIsTakenIfTheFirstIsRefused() {
        PrecisionReport one = report(Activations.EIGHT_BITS);
        PrecisionReport two = report(Activations.SIXTEEN_BITS);
        double between = (needed(one) + needed(two)) / 2;
        EngineOptions options = new EngineOptions(OptionalInt.empty(), Precision.INT8, between);
        try (Engine engine = new OnnxEngineProvider().open(options);
                LoadedModel model = engine.load(SampleCheckpoint.STARTER.sourceWithAllProbes(), Device.CPU)) {
            assertThat(model.precision()).isEqualTo(Precision.INT8);
            assertThat(model.precisionReport().orElseThrow().largest())
                    .isCloseTo(two.largest(), within((one.largest() - two.largest()) / 4));
        }
    }

    /** As after idle unloading: the same report shows that nothing was judged. */
    @Test
    void loadedAgainItAnswersTheSameWithTheSameReport() {
        ModelSource source = SampleCheckpoint.STARTER.source();
        try (Engine engine = new OnnxEngineProvider().open(new EngineOptions(OptionalInt.of(1), Precision.INT8, 1))) {
            Logits before;
            PrecisionReport report;
            try (LoadedModel model = engine.load(source, Device.CPU)) {
                before = model.forward(source.probeRows());
                report = model.precisionReport().orElseThrow();
            }
            try (LoadedModel again = engine.load(source, Device.CPU)) {
                assertThat(again.precision()).isEqualTo(Precision.INT8);
                assertThat(again.precisionReport()).containsSame(report);
                assertThat(again.forward(source.probeRows()).optionLogit(0, 0)).isEqualTo(before.optionLogit(0, 0));
            }
        }
    }

    /** The float32 answers that the gate compares with come from a pass that holds one layer at a time. */
    @ParameterizedTest
    @EnumSource(names = {"STARTER", "ENGLISH", "PARALLEL_STARTER", "PARALLEL_ENGLISH"})
    void layersOneByOneAnswerAsTheWholeModel(SampleCheckpoint checkpoint) {
        ModelSource source = checkpoint.sourceWithAllProbes();
        RowBatch rows = source.probeRows();
        Logits exact = LOADER.exact(source, rows).logits();
        try (LoadedModel whole = LOADER.float32(source)) {
            Logits expected = whole.forward(rows);
            for (int row = 0; row < rows.size(); row++) {
                for (int slot = 0; slot < expected.options(row); slot++) {
                    assertThat((double) exact.optionLogit(row, slot))
                            .isCloseTo(expected.optionLogit(row, slot), within(ROUNDING.logit()));
                }
                assertThat((double) exact.actProbability(row))
                        .isCloseTo(expected.actProbability(row), within(ROUNDING.probability()));
            }
        }
    }

    private static PrecisionReport report(Activations activations) {
        return REPORTS.computeIfAbsent(activations, PrecisionTest::judged);
    }

    private static PrecisionReport judged(Activations activations) {
        ModelSource source = SampleCheckpoint.STARTER.sourceWithAllProbes();
        RowBatch rows = source.probeRows();
        ExactPass exact = LOADER.exact(source, rows);
        try (LoadedModel reduced = LOADER.int8(source, exact.means(), activations)) {
            return new PrecisionGate(1).judge(source.probes(), exact.logits(), reduced.forward(rows));
        }
    }

    /** The tolerance from which on the gate accepts the differences, apart from changed decisions. */
    private static double needed(PrecisionReport report) {
        return Math.max(report.percentile99(), Math.max(report.largest() / 1.5, report.largestAct() / 3));
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
