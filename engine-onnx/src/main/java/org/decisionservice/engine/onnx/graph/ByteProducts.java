// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.engine.onnx.quantize.Activations;

/**
 * Products of 8-bit activations, which are quantised here, and 8-bit weights. Every token has its own scale, so no
 * token affects the precision of another. Activations are unsigned bytes centred on 128 and weights are signed bytes,
 * because processors have an instruction for this pair.
 */
final class ByteProducts {
    private static final float LARGEST = 127;

    /** Keeps the scale of a token of zeros above 0. */
    private static final float SMALLEST = 1e-20f;

    /** What is left over by a byte is at most half a step, and its own byte has as many steps as the first. */
    private static final float REST = 1 / (2 * LARGEST);

    private final GraphBuilder graph;
    private final Activations activations;
    private final Map<Value, Quantized> quantized = new HashMap<>();
    private final Value channels;
    private final Value inverseLargest;
    private final Value smallest;
    private final Value one;
    private final Value zeroPoint;

    /**
     * Quantised activations.
     *
     * @param bytes unsigned: [any, in], for 16 bits followed by the low bytes: [2 · any, in]
     * @param scales float32: [any, 1] or [2 · any, 1]
     */
    private record Quantized(Value bytes, Value scales) {}

    ByteProducts(GraphBuilder graph, Activations activations) {
        this.graph = graph;
        this.activations = activations;
        this.channels = graph.longs(-1);
        this.inverseLargest = graph.floats(1 / LARGEST);
        this.smallest = graph.floats(SMALLEST);
        this.one = graph.floats(1);
        this.zeroPoint = graph.unsignedByte(128);
    }

    /** The scales of the rows of the product: [any, 1]. */
    Value scales(Value x) {
        return quantized(x).scales();
    }

    /**
     * The product before its rows are multiplied by their scales: [any, out], for 16 bits [2 · any, out].
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
        Value bytes = bytes(x, scales);
        return switch (activations) {
            case EIGHT_BITS -> new Quantized(bytes, scales);
            case SIXTEEN_BITS -> {
                Value rest = graph.op("Sub", List.of(x, floats(bytes, scales)));
                Value restScales = graph.op("Mul", List.of(scales, graph.floats(REST)));
                yield new Quantized(joined(bytes, bytes(rest, restScales)), joined(scales, restScales));
            }
        };
    }

    /** One scale per token is an axis to the operator, which then divides and rounds in one step. */
    private Value bytes(Value x, Value scales) {
        Value perToken = graph.op("Squeeze", List.of(scales, channels));
        return graph.op("QuantizeLinear", List.of(x, perToken, zeroPoints(perToken)), new Attribute.Whole("axis", 0));
    }

    private Value floats(Value bytes, Value scales) {
        Value perToken = graph.op("Squeeze", List.of(scales, channels));
        return graph.op(
                "DequantizeLinear", List.of(bytes, perToken, zeroPoints(perToken)), new Attribute.Whole("axis", 0));
    }

    private Value zeroPoints(Value perToken) {
        return graph.op("Expand", List.of(zeroPoint, graph.op("Shape", List.of(perToken))));
    }

    private Value joined(Value first, Value second) {
        return graph.op("Concat", List.of(first, second), new Attribute.Whole("axis", 0));
    }
}
