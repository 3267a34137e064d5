// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Linear layers in 16 bits, with weights in 16 bits. What they read is rounded once behind each norm; what attention
 * and activation functions read and give stays in 16 bits; what is added to the hidden states is float32, as they are.
 */
final class SixteenBitLinears implements Linears {
    private final GraphBuilder graph;
    private final DataType type;
    private final boolean rounds;
    private final Map<Value, Value> narrow = new HashMap<>();

    /**
     * @param type F16 or BF16
     * @param rounds whether values are rounded to 16 bits and computed with in float32, for a device without such
     *     operators: every value is the same but for the sums within a product
     */
    SixteenBitLinears(GraphBuilder graph, DataType type, boolean rounds) {
        this.graph = graph;
        this.type = type;
        this.rounds = rounds;
    }

    @Override
    public int type() {
        return rounds ? Onnx.FLOAT : Onnx.elementType(type);
    }

    @Override
    public Value rounded(Value x) {
        return rounds ? cast(cast(x, Onnx.elementType(type)), Onnx.FLOAT) : x;
    }

    @Override
    public Value narrowed(Value x) {
        return rounds ? rounded(x) : cast(x, Onnx.elementType(type));
    }

    @Override
    public Value apply(Value x, Linear linear) {
        return product(narrow.computeIfAbsent(x, this::narrowed), linear);
    }

    @Override
    public Value attended(Value averages, Attention attention, int headSize) {
        return widened(product(averages, attention.output()));
    }

    @Override
    public Value activated(Value x, Linear linear) {
        return widened(product(x, linear));
    }

    private Value product(Value x, Linear linear) {
        List<Value> operands = new ArrayList<>(List.of(x, weight(linear.weight())));
        linear.bias().ifPresent(bias -> operands.add(weight(bias)));
        return rounded(graph.op("Gemm", operands, new Attribute.Whole("transB", 1)));
    }

    private Value weight(TensorInfo tensor) {
        Value stored = graph.stored(tensor, type);
        return rounds ? cast(stored, Onnx.FLOAT) : stored;
    }

    private Value widened(Value x) {
        return rounds ? x : cast(x, Onnx.FLOAT);
    }

    private Value cast(Value x, int to) {
        return graph.op("Cast", List.of(x), new Attribute.Whole("to", to));
    }
}
