// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.ModelTensors.Norm;
import org.decisionservice.engine.kit.ModelTensors.Perceptron;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.TensorInfo;

/** The layers other than attention, on activations of shape [any, hidden]. */
final class Layers {
    /** LayerNorm epsilon of the decision head. */
    static final double HEAD_EPSILON = 1e-5;

    private static final String TOKENS = PassInput.TOKEN_IDS.shape().getFirst();

    private final GraphBuilder graph;
    private final StoredWeights weights;
    private final Linears linears;
    private final Linears exact;
    private final Device.Kind device;

    /** The layers on the CPU. */
    Layers(GraphBuilder graph, Linears linears) {
        this(graph, linears, Device.Kind.CPU);
    }

    /**
     * @param linears computes the linear layers that are applied to every token
     * @param device that the graph is for
     */
    Layers(GraphBuilder graph, Linears linears, Device.Kind device) {
        this.graph = graph;
        this.device = device;
        this.weights = new StoredWeights(graph);
        this.linears = linears;
        this.exact = new FloatLinears(graph);
    }

    /** Rows of a table: indexes [any] give [any, hidden]. */
    Value embedding(TensorInfo table, Value indexes) {
        return weights.rows(table, indexes);
    }

    Value linear(Value x, Linear linear) {
        return linears.apply(x, linear);
    }

    /**
     * The wide hidden states of a feed-forward: [tokens, wide]. Their number of tokens has a name of its own in each
     * layer, because the runtime would hold a buffer of this size, the largest of all, until the next layer uses it
     * again.
     */
    Value widened(Value x, Linear linear, int index) {
        String wide = linear.weight().shape().getFirst().toString();
        return graph.shaped(linears.apply(x, linear), type(), List.of(TOKENS + "_wide_" + index, wide));
    }

    /** What a feed-forward gives, by the name that the number of tokens has elsewhere: [tokens, hidden]. */
    Value narrowed(Value x, int hidden) {
        return graph.shaped(x, Onnx.FLOAT, List.of(TOKENS, Integer.toString(hidden)));
    }

    /** The queries or the keys of an attention: [any, hidden]. */
    Value attending(Value x, Linear linear) {
        return linears.attending(x, linear);
    }

    /** The values of an attention, for {@link #attended} alone: [tokens, hidden]. */
    Value values(Value x, Attention attention, int headSize) {
        return linears.values(x, attention, headSize);
    }

    /** The output of an attention, from averages of its values: [any, hidden]. */
    Value attended(Value averages, Attention attention, int headSize) {
        return linears.attended(averages, attention, headSize);
    }

    /** A layer that reads what an activation function gives. */
    Value activated(Value x, Linear linear) {
        return linears.activated(x, linear);
    }

    /** The hidden states of a pre-norm encoder. */
    ResidualStream stream(int hidden) {
        return linears.stream(hidden).orElseGet(() -> new PlainStream(this));
    }

    Value norm(Value x, Norm norm, double epsilon) {
        Value scale = weights.floats(norm.weight());
        List<Value> operands =
                norm.bias().map(bias -> List.of(x, scale, weights.floats(bias))).orElseGet(() -> List.of(x, scale));
        return graph.op(
                "LayerNormalization", operands, new Attribute.Whole("axis", -1), new Attribute.Real("epsilon", (float)
                        epsilon));
    }

    /** The device that the graph is for. */
    Device.Kind device() {
        return device;
    }

    /** The element type of what attention and activation functions read and give. */
    int type() {
        return linears.type();
    }

    /** What such an operator has given. */
    Value rounded(Value x) {
        return linears.rounded(x);
    }

    /** Float32 for such an operator. */
    Value narrowed(Value x) {
        return linears.narrowed(x);
    }

    /** The exact GELU, computed with the error function, of what a linear layer gives. */
    Value gelu(Value x) {
        return rounded(exactGelu(x));
    }

    private Value exactGelu(Value x) {
        return graph.runtimeOp("Gelu", List.of(x));
    }

    /** Always in float32, because it produces the answers and runs on few positions. */
    Value perceptron(Value x, Perceptron perceptron) {
        Value normed =
                perceptron.norm().map(norm -> norm(x, norm, HEAD_EPSILON)).orElse(x);
        Value read = perceptron
                .hidden()
                .map(hidden -> exactGelu(exact.apply(normed, hidden)))
                .orElse(normed);
        return exact.apply(read, perceptron.output());
    }

    Value add(Value a, Value b) {
        return graph.op("Add", List.of(a, b));
    }
}
