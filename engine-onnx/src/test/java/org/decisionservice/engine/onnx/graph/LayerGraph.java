// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.ModelTensors.ModernBertLayer;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.decisionservice.engine.onnx.weights.Rotation;

/** The linear layers of one part of an encoder layer as the engine builds them, without what lies between them. */
public final class LayerGraph {
    /** The only input: what the layers read, after a norm. */
    public static final String INPUT = "x";

    private LayerGraph() {}

    /** Layers that read the same. */
    public enum Part {
        QKV,
        OUT,
        UP,
        DOWN;

        public List<Linear> layers(ModernBertLayer layer) {
            Attention attention = layer.attention();
            return switch (this) {
                case QKV -> List.of(attention.query(), attention.key(), attention.value());
                case OUT -> List.of(attention.output());
                case UP -> List.of(layer.mlpActivated(), layer.mlpGate());
                case DOWN -> List.of(layer.mlpOutput());
            };
        }

        /** Channels that the layers read. */
        public int width(ModernBertLayer layer) {
            return Math.toIntExact(layers(layer).getFirst().weight().shape().getLast());
        }

        /** Weights of the largest matrix. */
        public long largestMatrix(ModernBertLayer layer) {
            return layers(layer).stream()
                    .mapToLong(linear -> linear.weight().elements())
                    .max()
                    .orElseThrow();
        }
    }

    /** The part in float32. */
    public static byte[] float32(Part part, ModernBertLayer layer, int headSize, Weights weights) {
        GraphBuilder graph = new GraphBuilder(weights);
        Linears linears = new FloatLinears(graph);
        return model(part, layer, headSize, graph, linears, new PlainStream(new Layers(graph, linears)));
    }

    /**
     * The part in 8 bits.
     *
     * @param rotated whether hidden states stay rotated, as in a pre-norm encoder; else every layer rotates what it
     *     reads
     * @param layout is given the places of the matrices
     */
    public static byte[] int8(
            Part part,
            ModernBertLayer layer,
            int headSize,
            boolean rotated,
            Activations activations,
            Weights weights,
            QuantizedLayout layout,
            ChannelMeans means,
            Path quantizedFile) {
        GraphBuilder graph = new GraphBuilder(weights);
        QuantizedLinears linears = new QuantizedLinears(graph, weights, activations, layout, means, quantizedFile);
        int hidden = Part.QKV.width(layer);
        ResidualStream stream =
                rotated ? linears.stream(hidden).orElseThrow() : new PlainStream(new Layers(graph, linears));
        if (rotated && (part == Part.QKV || part == Part.UP)) {
            // The norm leaves it so, and takes no longer.
            linears.normed(
                    new Value(INPUT),
                    Rotation.blockBetweenNorms(hidden),
                    layer.mlpNorm().weight());
        }
        return model(part, layer, headSize, graph, linears, stream);
    }

    /**
     * The integer products of the part alone, of activations that are bytes already.
     *
     * @param weights at least as many as the largest matrix has
     */
    public static byte[] products(Part part, ModernBertLayer layer, byte[] weights) {
        GraphBuilder graph = new GraphBuilder();
        Value x = graph.input(INPUT);
        Value bytes = graph.op("Expand", List.of(graph.unsignedByte(128), graph.op("Shape", List.of(x))));
        List<Linear> layers = part.layers(layer);
        for (int i = 0; i < layers.size(); i++) {
            long outputs = layers.get(i).weight().shape().getFirst();
            long width = part.width(layer);
            Value matrix = graph.signedBytes(width, outputs, Arrays.copyOf(weights, Math.toIntExact(width * outputs)));
            Value sums = graph.op("MatMulInteger", List.of(bytes, matrix, graph.unsignedByte(128)));
            // One number of each row, so that the product is computed and nothing else is written.
            Value first = graph.op("Slice", List.of(sums, graph.longs(0), graph.longs(1), graph.longs(1)));
            graph.output("y" + i, graph.op("Cast", List.of(first), new Attribute.Whole("to", Onnx.FLOAT)));
        }
        return graph.toModel();
    }

    private static byte[] model(
            Part part,
            ModernBertLayer layer,
            int headSize,
            GraphBuilder graph,
            Linears linears,
            ResidualStream stream) {
        Value x = graph.input(INPUT);
        Attention attention = layer.attention();
        List<Value> outputs = switch (part) {
            case QKV ->
                List.of(
                        linears.attending(x, attention.query()),
                        linears.attending(x, attention.key()),
                        linears.values(x, attention, headSize));
            case OUT -> List.of(stream.attended(x, attention, headSize));
            case UP -> List.of(linears.apply(x, layer.mlpActivated()), linears.apply(x, layer.mlpGate()));
            case DOWN -> List.of(stream.activated(x, layer.mlpOutput()));
        };
        for (int i = 0; i < outputs.size(); i++) {
            graph.output("y" + i, outputs.get(i));
        }
        return graph.toModel();
    }
}
