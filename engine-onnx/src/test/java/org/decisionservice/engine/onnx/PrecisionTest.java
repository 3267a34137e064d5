// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.decisionservice.engine.testkit.Tolerances;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the engine offers in 8 bits. */
class PrecisionTest {
    private static final ModelLoader LOADER = new ModelLoader(RuntimeStart.runtime(), OptionalInt.of(1));

    private static final Tolerances.Bound ROUNDING = Tolerances.FLOAT32.invariant();

    @Test
    void secondBytesBringTheAnswersNearer() {
        ModelSource source = SampleCheckpoint.STARTER.sourceWithAllSamples();
        try (Engine engine = new OnnxEngineProvider().open(EngineOptions.DEFAULTS)) {
            Reduction reduction = engine.reduce(source, Device.CPU, Precision.INT8);
            assertThat(reduction.variants())
                    .extracting(Reduction.Variant::name)
                    .containsExactly(
                            "int8 with 8-bit activations",
                            "int8 with 16-bit activations in attention",
                            "int8 with 16-bit activations");
            double[] differences = reduction.variants().stream()
                    .mapToDouble(variant -> difference(source, reduction, variant))
                    .toArray();
            assertThat(differences[1]).isLessThan(0.95 * differences[0]);
            assertThat(differences[2]).isBetween(1e-4, 0.85 * differences[0]);
        }
    }

    /** Behind the norms of a pre-norm encoder there is a faster way than a scale for every token. */
    @Test
    void preNormEncoderHasOneMoreVariant() {
        try (Engine engine = new OnnxEngineProvider().open(EngineOptions.DEFAULTS)) {
            ModelSource source = SampleCheckpoint.ENGLISH.source();
            assertThat(engine.reduce(source, Device.CPU, Precision.INT8).variants())
                    .extracting(Reduction.Variant::name)
                    .containsExactly(
                            "int8 with 8-bit activations, of one scale behind norms",
                            "int8 with 8-bit activations",
                            "int8 with 16-bit activations in attention",
                            "int8 with 16-bit activations");
        }
    }

    /** The root of the mean square difference of an option's logit. */
    private static double difference(ModelSource source, Reduction reduction, Reduction.Variant variant) {
        double squares = 0;
        int options = 0;
        try (LoadedModel model = variant.load()) {
            Logits reduced = model.forward(source.sampleRows());
            for (int row = 0; row < reduced.size(); row++) {
                for (int slot = 0; slot < reduced.options(row); slot++) {
                    double difference = reduction.exact().optionLogit(row, slot) - reduced.optionLogit(row, slot);
                    squares += difference * difference;
                    options++;
                }
            }
        }
        return Math.sqrt(squares / options);
    }

    /** The float32 answers that the host compares with come from a pass that holds a few layers at a time. */
    @ParameterizedTest
    @EnumSource(names = {"STARTER", "ENGLISH", "PARALLEL_STARTER", "PARALLEL_ENGLISH"})
    void layersOneByOneAnswerAsTheWholeModel(SampleCheckpoint checkpoint) {
        ModelSource source = checkpoint.sourceWithAllSamples();
        RowBatch rows = source.sampleRows();
        Logits exact = LOADER.exact(source, rows).logits();
        try (LoadedModel whole = LOADER.float32(source, Device.CPU)) {
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
}
