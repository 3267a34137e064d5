// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Products of 8-bit activations, which are quantised here, and 8-bit weights. Every token has its own scale, so no
 * token affects the precision of another. Activations are unsigned bytes centred on 128 and weights are signed bytes,
 * because processors have an instruction for this pair.
 */
final class ByteProducts {
    private static final float LARGEST = 127;

    /** Keeps the scale of a token of zeros above 0. */
    private static final float SMALLEST = 1e-20f;

    private final GraphBuilder graph;
    private final Map<Value, Quantized> quantized = new HashMap<>();
    private final Value channels;
    private final Value inverseLargest;
    private final Value smallest;
    private final Value one;
    private final Value zeroPoint;

    /**
     * Quantised activations.
     *
     * @param bytes unsigned: [any, in]
     * @param scales float32: [any, 1]
     */
    private record Quantized(Value bytes, Value scales) {}

    ByteProducts(GraphBuilder graph) {
        this.graph = graph;
        this.channels = graph.longs(-1);
        this.inverseLargest = graph.floats(1 / LARGEST);
        this.smallest = graph.floats(SMALLEST);
        this.one = graph.floats(1);
        this.zeroPoint = graph.unsignedByte(128);
    }

    /** The scales of the tokens: [any, 1]. */
    Value scales(Value x) {
        return quantized(x).scales();
    }

    /**
     * The product before its rows are multiplied by the tokens' scales: [any, out].
     *
     * @param weights signed bytes: [in, out]
     * @param scales of the outputs, float32: [out]
     */
    Value product(Value x, Value weights, Value scales) {
        return graph.runtimeOp("MatMulIntegerToFloat", List.of(quantized(x).bytes(), weights, one, scales, zeroPoint));
    }

    private Quantized quantized(Value x) {
        return quantized.computeIfAbsent(x, this::quantize);
    }

    private Quantized quantize(Value x) {
        // Two reductions read the activations twice; absolute values would also have to be written.
        Value highest = graph.op("ReduceMax", List.of(x, channels));
        Value lowest = graph.op("ReduceMin", List.of(x, channels));
        Value largest = graph.op("Max", List.of(highest, graph.op("Neg", List.of(lowest)), smallest));
        Value scales = graph.op("Mul", List.of(largest, inverseLargest));
        // One scale per token is an axis to the operator, which then divides and rounds in one step.
        Value perToken = graph.op("Squeeze", List.of(scales, channels));
        Value zeroPoints = graph.op("Expand", List.of(zeroPoint, graph.op("Shape", List.of(perToken))));
        Value bytes = graph.op("QuantizeLinear", List.of(x, perToken, zeroPoints), new Attribute.Whole("axis", 0));
        return new Quantized(bytes, scales);
    }
}
