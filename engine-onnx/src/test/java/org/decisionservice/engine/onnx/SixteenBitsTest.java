// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.weights.Conversions;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Graphs in 16 bits, and those of a GPU as far as a CPU goes: what they compute there is in Fp16EngineTest. */
class SixteenBitsTest {
    private static final ModelLoader LOADER = new ModelLoader(RuntimeStart.runtime(), OptionalInt.of(1));

    @TempDir
    private Path directory;

    private static Logits answers(ModelSource source, Precision precision, boolean rounds) {
        try (LoadedModel model = LOADER.sixteenBits(source, Device.CPU, precision, rounds)) {
            return model.forward(source.sampleRows());
        }
    }

    /** The largest difference of an option's logit. */
    private static double difference(Logits one, Logits other) {
        double largest = 0;
        for (int row = 0; row < one.size(); row++) {
            for (int slot = 0; slot < one.options(row); slot++) {
                largest = Math.max(largest, Math.abs(one.optionLogit(row, slot) - other.optionLogit(row, slot)));
            }
        }
        return largest;
    }

    /**
     * Where a device has no operator for 16 bits, the runtime casts around it, so linear layers in 16 bits run here
     * too, with the CPU's attention. They round less than a GPU then: between two such operators nothing.
     */
    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "MULTILINGUAL", "STARTER", "PARALLEL_ENGLISH", "PARALLEL_STARTER"})
    void operatorsInSixteenBitsAnswerAsTheGraphThatRounds(SampleCheckpoint checkpoint) {
        ModelSource source = checkpoint.source();
        Logits rounded = answers(source, Precision.FP16, true);
        Logits cast = answers(source, Precision.FP16, false);
        try (LoadedModel model = LOADER.float32(source, Device.CPU)) {
            Logits exact = model.forward(source.sampleRows());
            assertThat(difference(rounded, exact)).isBetween(1e-4, 0.15);
            assertThat(difference(cast, exact)).isBetween(1e-4, 0.15);
        }
        assertThat(difference(rounded, cast)).isBetween(1e-6, 0.15);
    }

    /** What the first layer makes for all must not belong to a branch of it. */
    @Test
    void theFirstLayerMayBeASlidingOne() {
        ModelSource source = SampleCheckpoint.PARALLEL_ENGLISH.source();
        EncoderConfig.ModernBert english =
                (EncoderConfig.ModernBert) source.config().encoder();
        EncoderConfig.ModernBert sliding = new EncoderConfig.ModernBert(
                english.hidden(),
                english.layers(),
                english.heads(),
                english.intermediate(),
                english.vocabulary(),
                english.normEpsilon(),
                Collections.nCopies(english.layers(), true),
                english.window(),
                english.fullTheta(),
                english.slidingTheta(),
                english.biases());
        ModelConfig config = new ModelConfig(
                sliding,
                source.config().head().layers(),
                source.config().head().actions(),
                source.config().optionLayout());
        ModelSource other = new ModelSource(config, source.weights(), source.samples());
        assertThat(difference(answers(other, Precision.FP16, true), answers(other, Precision.FP16, false)))
                .isBetween(1e-6, 0.15);
    }

    /** The runtime has checked all types and shapes of a graph before it looks for operators, and here are none. */
    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "MULTILINGUAL", "PARALLEL_ENGLISH"})
    void theGraphInBfloat16IsValidAndItsOperatorsAreMissingHere(SampleCheckpoint checkpoint) {
        EngineException refusal =
                catchThrowableOfType(EngineException.class, () -> answers(checkpoint.source(), Precision.BF16, false));
        assertThat(refusal).hasMessage("ONNX Runtime has no bf16 on cpu here");
        assertThat(refusal.kind()).isEqualTo(EngineException.Kind.UNSUPPORTED_PRECISION);
        assertThat(refusal.getCause()).hasMessageContaining("Could not find an implementation for Gemm(13)");
    }

    /** The same of the graphs with attention without padding, which is an operator of GPUs in any precision. */
    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "MULTILINGUAL", "STARTER", "PARALLEL_ENGLISH", "PARALLEL_STARTER"})
    void theGraphsOfAGpuAreValidAndOnlyAttentionIsMissingHere(SampleCheckpoint checkpoint) throws OrtException {
        ModelSource source = checkpoint.source();
        try (Weights weights = Weights.open(source.weights());
                Conversions conversions = new Conversions()) {
            ModelTensors tensors = ModelTensors.find(source.config(), weights);
            DecisionGraph float32 = DecisionGraph.of(source.config(), tensors, weights, Device.Kind.CUDA);
            DecisionGraph fp16 = DecisionGraph.sixteenBits(
                    source.config(), tensors, weights, DataType.F16, conversions, false, Device.Kind.CUDA);
            conversions.fill(weights);
            for (DecisionGraph graph : List.of(float32, fp16)) {
                assertThat(new String(graph.model(), StandardCharsets.ISO_8859_1))
                        .doesNotContain("then_branch");
                try (OrtSession.SessionOptions options =
                        new SessionOpener(OptionalInt.of(1)).options(weights.root(), SessionOpener.Weighing.MAPPED)) {
                    conversions.addTo(options);
                    assertThatExceptionOfType(OrtException.class)
                            .isThrownBy(() -> OrtEnvironment.getEnvironment().createSession(graph.model(), options))
                            .withMessageContaining("PackedMultiHeadAttention(1)");
                }
            }
        }
    }

    /** The file may hold any type: float32, or the other one of 16 bits. */
    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP16", "BF16"})
    void answersDoNotDependOnTheTypeOfTheFile(Precision precision) {
        ModelSource half = SampleCheckpoint.ENGLISH.source();
        Path file = directory.resolve("float32.safetensors");
        SafetensorsFile.copyOf(half.weights().file()).as(DataType.F32).writeTo(file);
        ModelSource full = new ModelSource(half.config(), WeightFiles.of(file, List.of(file)), half.samples());
        assertThat(difference(answers(half, precision, true), answers(full, precision, true)))
                .isZero();
    }

    @Test
    void precisionsAreThoseOfTheDevice() {
        OnnxEngineProvider provider = new OnnxEngineProvider();
        assertThat(provider.precisions()).isEqualTo(EnumSet.allOf(Precision.class));
        assertThat(provider.precisions(Device.CPU)).containsExactlyInAnyOrder(Precision.FLOAT32, Precision.INT8);
        assertThat(OnnxEngineProvider.precisionsOf(90))
                .containsExactlyInAnyOrder(Precision.FLOAT32, Precision.TF32, Precision.FP16);
        assertThat(OnnxEngineProvider.precisionsOf(75)).containsExactlyInAnyOrder(Precision.FLOAT32, Precision.FP16);
        try (Engine engine = provider.open(EngineOptions.DEFAULTS)) {
            ModelSource source = SampleCheckpoint.ENGLISH.source();
            for (Precision precision : List.of(Precision.TF32, Precision.FP16)) {
                assertThatExceptionOfType(EngineException.class)
                        .isThrownBy(() -> engine.reduce(source, Device.CPU, precision))
                        .withMessage(precision + " is for a GPU");
            }
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> engine.reduce(source, Device.CPU, Precision.BF16))
                    .withMessage("ONNX Runtime has no attention in bf16; the engine pytorch has");
        }
    }
}
