// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelTensors;
import org.decisionservice.engine.spi.ModelTensors.BertLayer;

/** Post-norm encoder with learnt positions. */
final class BertGraph {
    private final GraphBuilder graph;
    private final Layers layers;
    private final EncoderConfig.Bert config;
    private final AttentionGraph attention;

    BertGraph(GraphBuilder graph, Layers layers, EncoderConfig.Bert config) {
        this.graph = graph;
        this.layers = layers;
        this.config = config;
        this.attention = new AttentionGraph(graph, config.hidden(), config.heads());
    }

    /** Hidden states of the last layer: [tokens, hidden]. */
    Value encode(ModelTensors.Bert tensors) {
        Value words = layers.embedding(tensors.words(), graph.input(PassInput.TOKEN_IDS));
        Value positions = layers.embedding(tensors.positions(), graph.input(PassInput.POSITIONS));
        // Every token has type 0, so one row of the table is added to all of them.
        Value type = layers.embedding(tensors.types(), graph.longs(0));
        Value x = layers.norm(
                layers.add(layers.add(words, positions), type), tensors.embeddingNorm(), config.normEpsilon());
        for (BertLayer layer : tensors.layers()) {
            x = layer(x, layer);
        }
        return x;
    }

    private Value layer(Value x, BertLayer layer) {
        Value attended = attention.full(
                layers.linear(x, layer.attention().query()),
                layers.linear(x, layer.attention().key()),
                layers.linear(x, layer.attention().value()));
        Value projected = layers.linear(attended, layer.attention().output());
        Value normed = layers.norm(layers.add(x, projected), layer.attentionNorm(), config.normEpsilon());
        Value fed = layers.linear(layers.gelu(layers.linear(normed, layer.intermediate())), layer.output());
        return layers.norm(layers.add(normed, fed), layer.outputNorm(), config.normEpsilon());
    }
}
