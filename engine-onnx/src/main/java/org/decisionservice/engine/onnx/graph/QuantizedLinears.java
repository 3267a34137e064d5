package org.decisionservice.engine.onnx.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.engine.onnx.quantize.QuantizedLayout;
import org.decisionservice.engine.spi.ModelTensors.Linear;

/**
 * Linear layers in 8 bits. Every token has a scale of its own, so no token can spoil another's numbers, and every output
 * of the weights has one. Activations are unsigned bytes around 128, weights signed ones: the pair that processors have
 * an instruction for.
 */
final class QuantizedLinears implements Linears {
    private static final float LARGEST = 127;

    /** Keeps the scale of a token of zeros above 0. */
    private static final float SMALLEST = 1e-20f;

    private final GraphBuilder graph;
    private final StoredWeights weights;
    private final QuantizedLayout layout;
    private final String file;
    private final Map<Value, Quantized> quantized = new HashMap<>();
    private final Value inverseLargest;
    private final Value smallest;
    private final Value one;
    private final Value zeroPoint;

    /**
     * Activations.
     *
     * @param bytes unsigned: [any, in]
     * @param scales float32: [any, 1]
     */
    private record Quantized(Value bytes, Value scales) {}

    /**
     * @param layout tells where the quantised matrices lie
     * @param file in which file that is, relative to the folder of all
     */
    QuantizedLinears(GraphBuilder graph, QuantizedLayout layout, String file) {
        this.graph = graph;
        this.weights = new StoredWeights(graph);
        this.layout = layout;
        this.file = file;
        this.inverseLargest = graph.floats(1 / LARGEST);
        this.smallest = graph.floats(SMALLEST);
        this.one = graph.floats(1);
        this.zeroPoint = graph.unsignedByte(128);
    }

    @Override
    public Value apply(Value x, Linear linear) {
        Value scales = quantized.computeIfAbsent(x, this::quantize).scales();
        Value scaled = graph.op("Mul", List.of(product(x, linear), scales));
        return linear.bias()
                .map(bias -> graph.op("Add", List.of(scaled, weights.floats(bias))))
                .orElse(scaled);
    }

    /** The product with the weights before its lines get their tokens' scales: [any, out]. */
    Value product(Value x, Linear linear) {
        Quantized activations = quantized.computeIfAbsent(x, this::quantize);
        QuantizedLayout.Matrix matrix = layout.place(linear.weight());
        String name = linear.weight().name();
        long outputs = matrix.outputs();
        Value weight = graph.stored(
                name + ".int8", Onnx.INT8, List.of((long) matrix.inputs(), outputs), file, matrix.weightsOffset());
        Value scales = graph.stored(name + ".scales", Onnx.FLOAT, List.of(outputs), file, matrix.scalesOffset());
        return graph.runtimeOp("MatMulIntegerToFloat", List.of(activations.bytes(), weight, one, scales, zeroPoint));
    }

    private Quantized quantize(Value x) {
        Value largest = graph.op("ReduceMax", List.of(graph.op("Abs", List.of(x)), graph.longs(-1)));
        Value scales = graph.op("Mul", List.of(graph.op("Max", List.of(largest, smallest)), inverseLargest));
        Value unit = graph.op("Div", List.of(x, scales));
        return new Quantized(graph.op("QuantizeLinear", List.of(unit, one, zeroPoint)), scales);
    }
}
