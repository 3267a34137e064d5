// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.EncoderConfig;

/**
 * Rotary positions for one theta. The angles are computed in every pass, for the positions in it, so there is no limit
 * on the length of a row. Each is computed once per pass and shared by all layers.
 */
final class RotaryGraph {
    private final GraphBuilder graph;
    private final Layers layers;
    private final int heads;
    private final Value cosines;
    private final Value sines;

    RotaryGraph(GraphBuilder graph, Layers layers, EncoderConfig.ModernBert config, double theta) {
        this.graph = graph;
        this.layers = layers;
        this.heads = config.heads();
        float[] frequencies = new float[config.headSize() / 2];
        for (int i = 0; i < frequencies.length; i++) {
            // Rounded twice, as in training: a difference in the last bit here would change the angle at every later
            // position.
            frequencies[i] = 1f / (float) Math.pow(theta, 2.0 * i / config.headSize());
        }
        Value positions =
                graph.op("Cast", List.of(graph.input(PassInput.POSITIONS)), new Attribute.Whole("to", Onnx.FLOAT));
        Value column = graph.op("Unsqueeze", List.of(positions, graph.longs(1)));
        Value angles = graph.op("Mul", List.of(column, graph.floats(frequencies)));
        this.cosines = layers.narrowed(graph.op("Cos", List.of(angles)));
        this.sines = layers.narrowed(graph.op("Sin", List.of(angles)));
    }

    /** Rotates every head by its token's angles: [tokens, hidden] to the same shape. */
    Value rotate(Value x) {
        Value batch = graph.op("Unsqueeze", List.of(x, graph.longs(0)));
        // The operator's "position" is the index of the token in the pass, because the tables have one row per token.
        Value rotated = graph.runtimeOp(
                "RotaryEmbedding",
                List.of(batch, graph.longs(0), cosines, sines),
                new Attribute.Whole("num_heads", heads));
        return layers.rounded(graph.op("Squeeze", List.of(rotated, graph.longs(0))));
    }
}
