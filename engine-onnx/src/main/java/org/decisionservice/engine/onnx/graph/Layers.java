package org.decisionservice.engine.onnx.graph;

import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.ModelTensors.Linear;
import org.decisionservice.engine.spi.ModelTensors.Norm;
import org.decisionservice.engine.spi.ModelTensors.Perceptron;
import org.decisionservice.engine.spi.TensorInfo;

/** Layers without attention, on activations of shape [any, hidden]. */
final class Layers {
    /** LayerNorm epsilon of the decision head. */
    static final double HEAD_EPSILON = 1e-5;

    private final GraphBuilder graph;

    Layers(GraphBuilder graph) {
        this.graph = graph;
    }

    /** Rows of a table: indexes [any] give [any, hidden]. */
    Value embedding(TensorInfo table, Value indexes) {
        // The table stays in its stored type; only the rows that are read become float32.
        return floats(table, graph.op("Gather", List.of(graph.stored(table), indexes)));
    }

    Value linear(Value x, Linear linear) {
        Value weight = weight(linear.weight());
        List<Value> operands =
                linear.bias().map(bias -> List.of(x, weight, weight(bias))).orElseGet(() -> List.of(x, weight));
        return graph.op("Gemm", operands, new Attribute.Whole("transB", 1));
    }

    Value norm(Value x, Norm norm, double epsilon) {
        Value scale = weight(norm.weight());
        List<Value> operands =
                norm.bias().map(bias -> List.of(x, scale, weight(bias))).orElseGet(() -> List.of(x, scale));
        return graph.op(
                "LayerNormalization", operands, new Attribute.Whole("axis", -1), new Attribute.Real("epsilon", (float)
                        epsilon));
    }

    Value optionalNorm(Value x, Optional<Norm> norm, double epsilon) {
        return norm.map(present -> norm(x, present, epsilon)).orElse(x);
    }

    /** The exact GELU, by the error function. */
    Value gelu(Value x) {
        return graph.runtimeOp("Gelu", List.of(x));
    }

    Value perceptron(Value x, Perceptron perceptron) {
        Value normed = optionalNorm(x, perceptron.norm(), HEAD_EPSILON);
        return linear(gelu(linear(normed, perceptron.hidden())), perceptron.output());
    }

    Value add(Value a, Value b) {
        return graph.op("Add", List.of(a, b));
    }

    private Value weight(TensorInfo tensor) {
        return floats(tensor, graph.stored(tensor));
    }

    /** Of a constant, the runtime folds the conversion when it loads. */
    private Value floats(TensorInfo stored, Value value) {
        return stored.type() == DataType.F32
                ? value
                : graph.op("Cast", List.of(value), new Attribute.Whole("to", Onnx.FLOAT));
    }
}
