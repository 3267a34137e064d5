// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.ModelTensors.ModernBertLayer;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.OptionLayout;

/** Pre-norm encoder with rotary positions, sliding attention in some layers and a gated feed-forward. */
final class ModernBertGraph implements EncoderGraph {
    private final GraphBuilder graph;
    private final Layers layers;
    private final EncoderConfig.ModernBert config;
    private final ModelTensors.ModernBert tensors;
    private final ResidualStream stream;
    private final AttentionGraph attention;
    private final RotaryGraph fullRotary;
    private final RotaryGraph slidingRotary;

    ModernBertGraph(
            GraphBuilder graph,
            Layers layers,
            EncoderConfig.ModernBert config,
            ModelTensors.ModernBert tensors,
            OptionLayout layout) {
        this.graph = graph;
        this.layers = layers;
        this.config = config;
        this.tensors = tensors;
        this.stream = layers.stream(config.hidden());
        this.attention = new AttentionGraph(graph, layers, config.hidden(), config.heads(), layout);
        this.fullRotary = new RotaryGraph(graph, layers, config, config.fullTheta());
        this.slidingRotary = config.slidingTheta() == config.fullTheta()
                ? fullRotary
                : new RotaryGraph(graph, layers, config, config.slidingTheta());
    }

    @Override
    public Value embed() {
        Value embedded = layers.embedding(tensors.tokens(), graph.input(PassInput.TOKEN_IDS));
        return stream.enter(layers.norm(embedded, tensors.embeddingNorm(), config.normEpsilon()));
    }

    @Override
    public Value layer(Value x, int index) {
        ModernBertLayer layer = tensors.layers().get(index);
        Value attended = layers.add(x, attend(x, layer, config.localAttention().get(index)));
        return layers.add(attended, feedForward(attended, layer, index));
    }

    @Override
    public Value hidden(Value x) {
        return stream.leave(x);
    }

    @Override
    public Value finish(Value x) {
        return layers.norm(stream.leave(x), tensors.finalNorm(), config.normEpsilon());
    }

    private Value attend(Value x, ModernBertLayer layer, boolean local) {
        Value normed = stream.read(
                x,
                layer.attentionNorm(),
                config.normEpsilon(),
                layer.attention().query());
        RotaryGraph rotary = local ? slidingRotary : fullRotary;
        Value query = rotary.rotate(layers.attending(normed, layer.attention().query()));
        Value key = rotary.rotate(layers.attending(normed, layer.attention().key()));
        Value value = layers.values(normed, layer.attention(), config.headSize());
        Value attended =
                local ? attention.window(query, key, value, config.window()) : attention.full(query, key, value);
        return stream.attended(attended, layer.attention(), config.headSize());
    }

    private Value feedForward(Value x, ModernBertLayer layer, int index) {
        Value normed = stream.read(x, Optional.of(layer.mlpNorm()), config.normEpsilon(), layer.mlpActivated());
        Value activated = layers.gelu(layers.widened(normed, layer.mlpActivated(), index));
        Value gated =
                layers.rounded(graph.op("Mul", List.of(activated, layers.widened(normed, layer.mlpGate(), index))));
        return layers.narrowed(stream.activated(gated, layer.mlpOutput()), config.hidden());
    }
}
