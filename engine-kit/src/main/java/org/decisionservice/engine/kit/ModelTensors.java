// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Every tensor that a forward pass needs, found and checked, so that an engine cannot find a weight missing halfway
 * through loading. Fused projections are already split into query, key and value.
 *
 * @param typeEmbedding [3 or 4, hidden], by {@link org.decisionservice.engine.spi.Row#type}, if the head adds one
 * @param scorer hidden → 1 at each option marker
 * @param actHead hidden + 4 → 256 → actions at the CLS position, if there is one; its norm is empty
 */
public record ModelTensors(
        Encoder encoder,
        Optional<TensorInfo> typeEmbedding,
        List<HeadLayer> head,
        Perceptron scorer,
        Optional<Perceptron> actHead) {
    public ModelTensors {
        head = List.copyOf(head);
    }

    /**
     * Finds the tensors that {@code config} calls for.
     *
     * @throws org.decisionservice.engine.spi.EngineException BAD_MODEL naming the first tensor that is missing, has the
     *     wrong shape or is not of a weight type
     */
    public static ModelTensors find(ModelConfig config, Weights weights) {
        return new TensorFinder(config, weights).find();
    }

    /** {@code y = x · weightᵀ + bias}; weight [out, in], bias [out]. */
    public record Linear(TensorInfo weight, Optional<TensorInfo> bias) {}

    /** LayerNorm over the hidden size; weight and bias [hidden]. */
    public record Norm(TensorInfo weight, Optional<TensorInfo> bias) {}

    public record Attention(Linear query, Linear key, Linear value, Linear output) {}

    /** A linear layer, after a norm if there is one, and after another linear layer and a GELU if there is one. */
    public record Perceptron(Optional<Norm> norm, Optional<Linear> hidden, Linear output) {}

    /** Pre-norm transformer layer of the decision head; ReLU between linear1 and linear2. */
    public record HeadLayer(Norm norm1, Attention attention, Norm norm2, Linear linear1, Linear linear2) {}

    /** The encoder's tensors, by family. */
    public sealed interface Encoder {}

    /** {@code tokens} is [vocabulary, hidden]. */
    public record ModernBert(TensorInfo tokens, Norm embeddingNorm, List<ModernBertLayer> layers, Norm finalNorm)
            implements Encoder {
        public ModernBert {
            layers = List.copyOf(layers);
        }
    }

    /**
     * The feed-forward is {@code mlpOutput(gelu(mlpActivated(x)) · mlpGate(x))}.
     *
     * @param attentionNorm empty in the first layer
     */
    public record ModernBertLayer(
            Optional<Norm> attentionNorm,
            Attention attention,
            Norm mlpNorm,
            Linear mlpActivated,
            Linear mlpGate,
            Linear mlpOutput) {}

    /** Embeddings are {@code words} [vocabulary, hidden], {@code positions} [maxPositions, hidden], {@code types}. */
    public record Bert(
            TensorInfo words, TensorInfo positions, TensorInfo types, Norm embeddingNorm, List<BertLayer> layers)
            implements Encoder {
        public Bert {
            layers = List.copyOf(layers);
        }
    }

    /** Post-norm layer; GELU between intermediate and output. */
    public record BertLayer(
            Attention attention, Norm attentionNorm, Linear intermediate, Linear output, Norm outputNorm) {}
}
