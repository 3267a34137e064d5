// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.ModelTensors.BertLayer;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.OptionLayout;

/** Post-norm encoder with learnt positions. */
final class BertGraph implements EncoderGraph {
    private final GraphBuilder graph;
    private final Layers layers;
    private final EncoderConfig.Bert config;
    private final ModelTensors.Bert tensors;
    private final AttentionGraph attention;

    BertGraph(
            GraphBuilder graph,
            Layers layers,
            EncoderConfig.Bert config,
            ModelTensors.Bert tensors,
            OptionLayout layout) {
        this.graph = graph;
        this.layers = layers;
        this.config = config;
        this.tensors = tensors;
        this.attention = new AttentionGraph(graph, layers, config.hidden(), config.heads(), layout);
    }

    @Override
    public Value embed() {
        Value words = layers.embedding(tensors.words(), graph.input(PassInput.TOKEN_IDS));
        Value positions = layers.embedding(tensors.positions(), graph.input(PassInput.POSITIONS));
        // Every token has type 0, so one row of the table is added to all of them.
        Value type = layers.embedding(tensors.types(), graph.longs(0));
        return layers.norm(
                layers.add(layers.add(words, positions), type), tensors.embeddingNorm(), config.normEpsilon());
    }

    @Override
    public Value layer(Value x, int index) {
        BertLayer layer = tensors.layers().get(index);
        Value attended = attention.full(
                layers.attending(x, layer.attention().query()),
                layers.attending(x, layer.attention().key()),
                layers.values(x, layer.attention(), config.headSize()));
        Value projected = layers.attended(attended, layer.attention(), config.headSize());
        Value normed = layers.norm(layers.add(x, projected), layer.attentionNorm(), config.normEpsilon());
        Value wide = layers.gelu(layers.widened(normed, layer.intermediate(), index));
        Value fed = layers.narrowed(layers.activated(wide, layer.output()), config.hidden());
        return layers.norm(layers.add(normed, fed), layer.outputNorm(), config.normEpsilon());
    }

    @Override
    public Value hidden(Value x) {
        return x;
    }

    /** The last layer ends with its own norm. */
    @Override
    public Value finish(Value x) {
        return x;
    }
}
