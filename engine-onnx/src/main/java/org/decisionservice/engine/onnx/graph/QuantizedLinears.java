// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.decisionservice.engine.onnx.weights.QuantizedLayout.Basis;
import org.decisionservice.engine.onnx.weights.QuantizedLayout.Bias;
import org.decisionservice.engine.onnx.weights.Rotation;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Linear layers in 8 bits, with weights from a file of quantised matrices. What they read is centred on a fixed mean
 * and rotated first, unless it is already: the hidden states of a pre-norm encoder are, and so are averages of values,
 * because the values are.
 */
final class QuantizedLinears implements Linears {
    private final GraphBuilder graph;
    private final Weights weights;
    private final Activations activations;
    private final ByteProducts products;
    private final QuantizedLayout layout;
    private final ChannelMeans means;
    private final Path file;
    private final Map<Value, Source> sources = new HashMap<>();
    private final Map<Integer, Value> rotations = new HashMap<>();

    /**
     * What a layer reads, as it is multiplied.
     *
     * @param x centred and rotated
     * @param block that it is rotated in
     * @param gain that the weights have to be multiplied by, if any
     * @param alike whether its rows have a root mean square of 1
     */
    private record Source(Value x, int block, Optional<TensorInfo> gain, boolean alike) {}

    /**
     * @param weights must stay open until the graph has been written
     * @param layout the places of the quantised matrices
     * @param means of what every layer reads
     * @param file the file that holds the matrices, a real path
     */
    QuantizedLinears(
            GraphBuilder graph,
            Weights weights,
            Activations activations,
            QuantizedLayout layout,
            ChannelMeans means,
            Path file) {
        this.graph = graph;
        this.weights = weights;
        this.activations = activations;
        this.products = new ByteProducts(graph, layout.range());
        this.layout = layout;
        this.means = means;
        this.file = file;
    }

    @Override
    public Value apply(Value x, Linear linear) {
        return read(x, linear, 1, Bias.WITH_MEAN, activations.twoBytesElsewhere());
    }

    @Override
    public Value attending(Value x, Linear linear) {
        return read(x, linear, 1, Bias.WITH_MEAN, activations.twoBytesInAttention());
    }

    /** If the output has a bias, that of the values is part of it: an average of sums is the sum of an average. */
    @Override
    public Value values(Value x, Attention attention, int headSize) {
        Bias bias = attention.output().bias().isPresent() ? Bias.NONE : Bias.WITH_MEAN;
        return read(x, attention.value(), Rotation.block(headSize), bias, activations.twoBytesInAttention());
    }

    private Value read(Value x, Linear linear, int outputBlock, Bias bias, boolean twoBytes) {
        Source source = sources.computeIfAbsent(x, _ -> {
            Value mean = graph.floats(means.of(linear.weight().name()));
            int block = Rotation.block(inputs(linear));
            return new Source(
                    rotated(graph.op("Sub", List.of(x, mean)), inputs(linear), block), block, Optional.empty(), false);
        });
        Basis basis = new Basis(source.block(), source.gain(), outputBlock, bias);
        return source.alike() && activations.alikeBehindNorms()
                ? layerOfRowsAlike(source.x(), linear, basis)
                : layer(source.x(), linear, basis, twoBytes);
    }

    @Override
    public Value attended(Value averages, Attention attention, int headSize) {
        return attended(averages, attention, headSize, 1);
    }

    /** The same, rotated in blocks of that size. */
    Value attended(Value averages, Attention attention, int headSize, int outputBlock) {
        Bias bias = attention.output().bias().isPresent() ? Bias.WITH_MEAN : Bias.NONE;
        Basis basis = new Basis(Rotation.block(headSize), Optional.empty(), outputBlock, bias);
        return layer(averages, attention.output(), basis, activations.twoBytesInAttention());
    }

    @Override
    public Value activated(Value x, Linear linear) {
        return activated(x, linear, 1);
    }

    /**
     * The same, rotated in blocks of that size. Around its mean it would be no nearer (docs/adr/0010-eight-bits.md).
     */
    Value activated(Value x, Linear linear, int outputBlock) {
        int block = Rotation.block(inputs(linear));
        Basis basis =
                new Basis(block, Optional.empty(), outputBlock, linear.bias().isPresent() ? Bias.OWN : Bias.NONE);
        return layer(rotated(x, inputs(linear), block), linear, basis, activations.twoBytesElsewhere());
    }

    @Override
    public Optional<ResidualStream> stream(int hidden) {
        return Optional.of(new RotatedStream(graph, this, weights, means, hidden));
    }

    /** Says of a value that it is centred and rotated in blocks. */
    void centred(Value x, int block) {
        sources.put(x, new Source(x, block, Optional.empty(), false));
    }

    /** The same of what a norm gives without its gain, which the layers that read it have to apply. */
    void normed(Value x, int block, TensorInfo gain) {
        sources.put(x, new Source(x, block, Optional.of(gain), true));
    }

    /** Rotates [any, width] in blocks. */
    Value rotated(Value x, int width, int block) {
        // 0 is the size that the operand has, and keeps its name.
        Value blocks = graph.op("Reshape", List.of(x, graph.longs(0, width / block, block)));
        Value matrix = rotations.computeIfAbsent(block, _ -> graph.matrix(block, Rotation.matrix(block)));
        Value rotated = graph.op("MatMul", List.of(blocks, matrix));
        return graph.op("Reshape", List.of(rotated, graph.longs(0, width)));
    }

    private Value layer(Value x, Linear linear, Basis basis, boolean twoBytes) {
        QuantizedLayout.Matrix matrix = layout.place(linear, basis);
        Value scaled = graph.op("Mul", List.of(product(x, matrix, twoBytes), products.scales(x)));
        return basis.bias() == Bias.NONE ? scaled : graph.op("Add", List.of(scaled, bias(matrix)));
    }

    private Value layerOfRowsAlike(Value x, Linear linear, Basis basis) {
        QuantizedLayout.Matrix matrix = layout.place(linear, basis);
        Value bias = basis.bias() == Bias.NONE ? Value.NONE : bias(matrix);
        return products.ofRowsAlike(x, weights(matrix), scales(matrix), bias);
    }

    /** The product with the weights before its rows are multiplied by their scales: [any, out]. */
    Value product(Value x, QuantizedLayout.Matrix matrix, boolean twoBytes) {
        return twoBytes
                ? products.ofTwoBytes(x, weights(matrix), scales(matrix), matrix.outputs())
                : products.ofBytes(x, weights(matrix), scales(matrix));
    }

    private Value weights(QuantizedLayout.Matrix matrix) {
        return graph.stored(
                matrix.weightsName(),
                Onnx.INT8,
                List.of((long) matrix.inputs(), (long) matrix.outputs()),
                file,
                matrix.weightsOffset());
    }

    private Value scales(QuantizedLayout.Matrix matrix) {
        return floats(matrix, matrix.scalesName(), matrix.scalesOffset());
    }

    private Value bias(QuantizedLayout.Matrix matrix) {
        return floats(matrix, matrix.biasName(), matrix.biasOffset());
    }

    private Value floats(QuantizedLayout.Matrix matrix, String name, long offset) {
        return graph.stored(name, Onnx.FLOAT, List.of((long) matrix.outputs()), file, offset);
    }

    private static int inputs(Linear linear) {
        return Math.toIntExact(linear.weight().shape().getLast());
    }
}
