// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.engine.onnx.weights.ByteRange;

/**
 * Products of 8-bit activations, which are quantised here, and 8-bit weights. Every token has its own scale, so no
 * token affects the precision of another. Activations are unsigned bytes centred on a zero point and weights are signed
 * bytes, because processors have an instruction for this pair.
 */
final class ByteProducts {
    /** Keeps the scale of a token of zeros above 0. */
    private static final float SMALLEST = 1e-20f;

    /**
     * The largest byte of a row whose root mean square is 1 and which is rotated: its values are distributed nearly
     * normally, and 1 of 16,000 lies beyond. A larger byte would make all steps larger (docs/adr/0010-eight-bits.md).
     */
    private static final float LARGEST_ALIKE = 4;

    private final GraphBuilder graph;
    private final Map<Value, Quantized> quantized = new HashMap<>();
    private final Map<Value, Value> twoBytes = new HashMap<>();
    private final Map<Value, Value> alike = new HashMap<>();
    private final ByteRange range;
    /** The second byte quantises a remainder of at most half a step, and has as many steps as the first. */
    private final float rest;

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
     * @param perToken the same scales: [any]
     * @param zeroPoints of the tokens: [any]
     */
    private record Quantized(Value bytes, Value scales, Value perToken, Value zeroPoints) {}

    ByteProducts(GraphBuilder graph, ByteRange range) {
        this.graph = graph;
        this.range = range;
        this.rest = 1f / (2 * range.steps());
        this.channels = graph.longs(-1);
        this.inverseLargest = graph.floats(1f / range.steps());
        this.smallest = graph.floats(SMALLEST);
        this.one = graph.floats(1);
        this.zeroPoint = graph.unsignedByte(range.zeroPoint());
    }

    /** The scales of the rows of the products: [any, 1]. */
    Value scales(Value x) {
        return quantized(x).scales();
    }

    /**
     * The product before its rows are multiplied by their scales: [any, out].
     *
     * @param weights signed bytes: [in, out]
     * @param scales of the outputs, float32: [out]
     */
    Value ofBytes(Value x, Value weights, Value scales) {
        return product(quantized(x).bytes(), weights, scales);
    }

    /**
     * The same with a second byte for what the first one leaves over. It is one product of both, because the runtime
     * packs the weights once for every product.
     */
    Value ofTwoBytes(Value x, Value weights, Value scales, int outputs) {
        Value products = product(twoBytes.computeIfAbsent(x, _ -> twoBytes(x, quantized(x))), weights, scales);
        // A matrix product adds them, because the runtime's sum over the first axis takes as long as both products.
        Value beside = graph.op("Reshape", List.of(products, graph.longs(2, -1)));
        Value sum = graph.op("MatMul", List.of(graph.matrix(2, new float[] {1, rest}), beside));
        return graph.op("Reshape", List.of(sum, graph.longs(-1, outputs)));
    }

    /**
     * The whole product of rows that are rotated and whose root mean square is 1: [any, out]. They have one scale, so
     * no row has to be multiplied by its own, and the bias is added on the way.
     *
     * @param bias [out], or {@link Value#NONE}
     */
    Value ofRowsAlike(Value x, Value weights, Value scales, Value bias) {
        Value step = graph.floats(LARGEST_ALIKE / range.steps());
        Value bytes = alike.computeIfAbsent(x, _ -> alike(x, step));
        return graph.runtimeOp(
                "MatMulIntegerToFloat", List.of(bytes, weights, step, scales, zeroPoint, Value.NONE, bias));
    }

    /** The operator cuts off what is beyond a byte, but not what is beyond a smaller range. */
    private Value alike(Value x, Value step) {
        Value bytes = graph.op("QuantizeLinear", List.of(x, step, zeroPoint));
        return range == ByteRange.FULL
                ? bytes
                : graph.op("Clip", List.of(bytes, Value.NONE, graph.unsignedByte(2 * range.steps())));
    }

    private Value product(Value bytes, Value weights, Value scales) {
        return graph.runtimeOp("MatMulIntegerToFloat", List.of(bytes, weights, one, scales, zeroPoint));
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
        Value perToken = graph.op("Squeeze", List.of(scales, channels));
        Value zeroPoints = graph.op("Expand", List.of(zeroPoint, graph.op("Shape", List.of(perToken))));
        return new Quantized(bytes(x, perToken, zeroPoints), scales, perToken, zeroPoints);
    }

    /** First bytes followed by second ones: [2 · any, in]. */
    private Value twoBytes(Value x, Quantized first) {
        Value read = graph.op(
                "DequantizeLinear",
                List.of(first.bytes(), first.perToken(), first.zeroPoints()),
                new Attribute.Whole("axis", 0));
        Value perToken = graph.op("Mul", List.of(first.perToken(), graph.floats(rest)));
        Value second = bytes(graph.op("Sub", List.of(x, read)), perToken, first.zeroPoints());
        return graph.op("Concat", List.of(first.bytes(), second), new Attribute.Whole("axis", 0));
    }

    /** One scale per token is an axis to the operator, which then divides and rounds in one step. */
    private Value bytes(Value x, Value perToken, Value zeroPoints) {
        return graph.op("QuantizeLinear", List.of(x, perToken, zeroPoints), new Attribute.Whole("axis", 0));
    }
}
