// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.HeadConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.TensorInfo;
import org.junit.jupiter.api.Test;

/** Uses the weights of the sample checkpoints, with configurations that match them and configurations that do not. */
class ModelTensorsTest {
    private static final EncoderConfig.Biases NO_BIASES = new EncoderConfig.Biases(false, false, false);

    private static final Path ENGLISH = Path.of(System.getProperty("testdata"), "tiny", "english", "model.safetensors");
    private static final Path STARTER = Path.of(System.getProperty("starter"), "checkpoint", "model.safetensors");

    private static ModelConfig english(int layers, int intermediate, EncoderConfig.Biases biases, int actions) {
        EncoderConfig encoder = new EncoderConfig.ModernBert(
                128, layers, 4, intermediate, 2176, 1e-5, Collections.nCopies(layers, false), 8, 160000, 10000, biases);
        return new ModelConfig(encoder, 2, actions);
    }

    private static ModelConfig starter(int maxPositions) {
        return new ModelConfig(new EncoderConfig.Bert(384, 6, 12, 1536, 30522, 1e-12, maxPositions, 2), 2, 2);
    }

    @Test
    void modernBertIsFoundWithItsProjectionsApart() {
        try (Weights weights = Weights.open(stored(ENGLISH))) {
            ModelTensors tensors = ModelTensors.find(english(4, 96, NO_BIASES, 3), weights);
            assertThat(tensors.encoder()).isInstanceOfSatisfying(ModelTensors.ModernBert.class, encoder -> {
                assertThat(encoder.layers()).hasSize(4);
                assertThat(encoder.layers().getFirst().attentionNorm()).isEmpty();
                assertThat(encoder.layers().getLast().attentionNorm()).isPresent();
                ModelTensors.ModernBertLayer layer = encoder.layers().getLast();
                TensorInfo query = layer.attention().query().weight();
                TensorInfo value = layer.attention().value().weight();
                assertThat(query.shape()).isEqualTo(List.of(128L, 128L));
                assertThat(value.offset() - query.offset()).isEqualTo(2 * query.byteSize());
                assertThat(layer.mlpGate().weight().name()).isEqualTo("encoder.layers.3.mlp.Wi.weight[96:192]");
                assertThat(layer.mlpGate().bias()).isEmpty();
            });
            assertThat(tensors.head()).hasSize(2);
            assertThat(tensors.head().getFirst().attention().key().bias())
                    .map(TensorInfo::name)
                    .contains("head.layers.0.self_attn.in_proj_bias[128:256]");
            assertThat(tensors.actHead().orElseThrow().norm()).isEmpty();
        }
    }

    @Test
    void bertIsFound() {
        try (Weights weights = Weights.open(stored(STARTER))) {
            assertThat(ModelTensors.find(starter(512), weights).encoder())
                    .isInstanceOfSatisfying(
                            ModelTensors.Bert.class,
                            encoder -> assertThat(encoder.layers())
                                    .hasSize(6)
                                    .allMatch(layer ->
                                            layer.attention().value().bias().isPresent()));
        }
    }

    @Test
    void layerTooManyIsAMissingTensor() {
        assertBad(ENGLISH, english(5, 96, NO_BIASES, 3), "tensor 'encoder.layers.4.mlp.Wi.weight' is missing");
    }

    @Test
    void promisedBiasIsAMissingTensor() {
        assertBad(
                ENGLISH,
                english(4, 96, new EncoderConfig.Biases(false, false, true), 3),
                "tensor 'encoder.embeddings.norm.bias' is missing");
    }

    @Test
    void otherSizesAreAWrongShape() {
        assertBad(
                ENGLISH,
                english(4, 48, NO_BIASES, 3),
                "tensor 'encoder.layers.0.mlp.Wi.weight' has shape [192, 128], expected [96, 128]");
        assertBad(
                ENGLISH,
                english(4, 96, NO_BIASES, 2),
                "tensor 'act_head.2.weight' has shape [3, 256], expected [2, 256]");
        assertBad(
                STARTER,
                starter(1024),
                "tensor 'encoder.embeddings.position_embeddings.weight' has shape [512, 384], expected [1024, 384]");
    }

    @Test
    void anotherEmbeddingOfTypesIsAMissingTensor() {
        ModelConfig english = english(4, 96, NO_BIASES, 3);
        HeadConfig segments = new HeadConfig(HeadConfig.Types.SEGMENTS, 2, HeadConfig.Scorer.PERCEPTRON, 3);
        assertBad(
                ENGLISH,
                new ModelConfig(english.encoder(), english.encoderPrefix(), segments, english.optionLayout()),
                "tensor 'segment_embedding.weight' is missing");
    }

    @Test
    void otherFamilyIsAMissingTensor() {
        assertBad(
                STARTER, english(4, 96, NO_BIASES, 3), "tensor 'encoder.embeddings.tok_embeddings.weight' is missing");
    }

    private static ModelWeights stored(Path file) {
        return WeightFiles.of(file, List.of(file));
    }

    private static void assertBad(Path file, ModelConfig config, String complaint) {
        try (Weights weights = Weights.open(stored(file))) {
            assertThatThrownBy(() -> ModelTensors.find(config, weights))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.BAD_MODEL))
                    .hasMessage("model.safetensors: " + complaint);
        }
    }
}
