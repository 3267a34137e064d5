// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.onnx.quantize.Activations;
import org.decisionservice.engine.onnx.quantize.ChannelMeans;
import org.decisionservice.engine.onnx.quantize.QuantizedLayout;
import org.decisionservice.engine.onnx.quantize.QuantizedLayout.Basis;
import org.decisionservice.engine.onnx.quantize.Rotation;

/**
 * Linear layers in 8 bits, with weights from a file of quantised matrices. What they read is centred on a fixed mean
 * and rotated first. Averages of values are both already, because their values are.
 */
final class QuantizedLinears implements Linears {
    private final GraphBuilder graph;
    private final Activations activations;
    private final ByteProducts products;
    private final QuantizedLayout layout;
    private final ChannelMeans means;
    private final String file;
    private final Map<Value, Value> centred = new HashMap<>();
    private final Map<Integer, Value> rotations = new HashMap<>();

    /**
     * @param layout the places of the quantised matrices
     * @param means of what every layer reads
     * @param file the file that holds the matrices, relative to the folder of all files
     */
    QuantizedLinears(
            GraphBuilder graph, Activations activations, QuantizedLayout layout, ChannelMeans means, String file) {
        this.graph = graph;
        this.activations = activations;
        this.products = new ByteProducts(graph, activations);
        this.layout = layout;
        this.means = means;
        this.file = file;
    }

    @Override
    public Value apply(Value x, Linear linear) {
        int block = Rotation.block(inputs(linear));
        return layer(centred(x, linear, block), linear, new Basis(block, 1, Optional.empty()));
    }

    @Override
    public Value values(Value x, Attention attention, int headSize) {
        Linear linear = attention.value();
        int block = Rotation.block(inputs(linear));
        return layer(
                centred(x, linear, block),
                linear,
                new Basis(
                        block,
                        Rotation.block(headSize),
                        Optional.of(attention.output().weight().name())));
    }

    @Override
    public Value attended(Value averages, Attention attention, int headSize) {
        return layer(averages, attention.output(), new Basis(Rotation.block(headSize), 1, Optional.empty()));
    }

    /** What the layer reads, around its mean and rotated. Layers that read the same have the same mean. */
    private Value centred(Value x, Linear linear, int block) {
        return centred.computeIfAbsent(x, _ -> {
            Value around = graph.op(
                    "Sub", List.of(x, graph.floats(means.of(linear.weight().name()))));
            // 0 is the size that the operand has, and keeps its name.
            int width = inputs(linear);
            Value blocks = graph.op("Reshape", List.of(around, graph.longs(0, width / block, block)));
            Value rotated = graph.op("MatMul", List.of(blocks, rotation(block)));
            return graph.op("Reshape", List.of(rotated, graph.longs(0, width)));
        });
    }

    private Value rotation(int block) {
        return rotations.computeIfAbsent(block, _ -> graph.matrix(block, Rotation.matrix(block)));
    }

    private Value layer(Value x, Linear linear, Basis basis) {
        QuantizedLayout.Matrix matrix = layout.place(linear, basis);
        Value scaled = graph.op("Mul", List.of(product(x, matrix), products.scales(x)));
        Value summed = switch (activations) {
            case EIGHT_BITS -> scaled;
            case SIXTEEN_BITS -> {
                Value halves = graph.op("Reshape", List.of(scaled, graph.longs(2, -1, matrix.outputs())));
                yield graph.op("ReduceSum", List.of(halves, graph.longs(0)), new Attribute.Whole("keepdims", 0));
            }
        };
        return graph.op("Add", List.of(summed, floats(matrix, matrix.biasName(), matrix.biasOffset())));
    }

    /** The product with the weights before its rows are multiplied by their scales: [any, out]. */
    Value product(Value x, QuantizedLayout.Matrix matrix) {
        Value weight = graph.stored(
                matrix.weightsName(),
                Onnx.INT8,
                List.of((long) matrix.inputs(), (long) matrix.outputs()),
                file,
                matrix.weightsOffset());
        return products.product(x, weight, floats(matrix, matrix.scalesName(), matrix.scalesOffset()));
    }

    private Value floats(QuantizedLayout.Matrix matrix, String name, long offset) {
        return graph.stored(name, Onnx.FLOAT, List.of((long) matrix.outputs()), file, offset);
    }

    private static int inputs(Linear linear) {
        return Math.toIntExact(linear.weight().shape().getLast());
    }
}
