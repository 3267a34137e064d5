// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelTensors;
import org.decisionservice.engine.spi.ModelTensors.ModernBertLayer;

/** Pre-norm encoder with rotary positions, sliding attention in some layers and a gated feed-forward. */
final class ModernBertGraph {
    private final GraphBuilder graph;
    private final Layers layers;
    private final EncoderConfig.ModernBert config;
    private final AttentionGraph attention;
    private final RotaryGraph fullRotary;
    private final RotaryGraph slidingRotary;

    ModernBertGraph(GraphBuilder graph, Layers layers, EncoderConfig.ModernBert config) {
        this.graph = graph;
        this.layers = layers;
        this.config = config;
        this.attention = new AttentionGraph(graph, config.hidden(), config.heads());
        this.fullRotary = new RotaryGraph(graph, config, config.fullTheta());
        this.slidingRotary = config.slidingTheta() == config.fullTheta()
                ? fullRotary
                : new RotaryGraph(graph, config, config.slidingTheta());
    }

    /** Hidden states after the final norm: [tokens, hidden]. */
    Value encode(ModelTensors.ModernBert tensors) {
        Value embedded = layers.embedding(tensors.tokens(), graph.input(PassInput.TOKEN_IDS));
        Value x = layers.norm(embedded, tensors.embeddingNorm(), config.normEpsilon());
        for (int i = 0; i < config.layers(); i++) {
            ModernBertLayer layer = tensors.layers().get(i);
            x = layers.add(x, attend(x, layer, config.localAttention().get(i)));
            x = layers.add(x, feedForward(x, layer));
        }
        return layers.norm(x, tensors.finalNorm(), config.normEpsilon());
    }

    private Value attend(Value x, ModernBertLayer layer, boolean local) {
        Value normed = layers.optionalNorm(x, layer.attentionNorm(), config.normEpsilon());
        RotaryGraph rotary = local ? slidingRotary : fullRotary;
        Value query = rotary.rotate(layers.linear(normed, layer.attention().query()));
        Value key = rotary.rotate(layers.linear(normed, layer.attention().key()));
        Value value = layers.linear(normed, layer.attention().value());
        Value attended =
                local ? attention.window(query, key, value, config.window()) : attention.full(query, key, value);
        return layers.linear(attended, layer.attention().output());
    }

    private Value feedForward(Value x, ModernBertLayer layer) {
        Value normed = layers.norm(x, layer.mlpNorm(), config.normEpsilon());
        Value activated = layers.gelu(layers.linear(normed, layer.mlpActivated()));
        Value gated = graph.op("Mul", List.of(activated, layers.linear(normed, layer.mlpGate())));
        return layers.linear(gated, layer.mlpOutput());
    }
}
