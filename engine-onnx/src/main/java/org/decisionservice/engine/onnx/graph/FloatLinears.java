// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.kit.ModelTensors.Linear;

/** Linear layers in float32, with the weights as stored in the file. */
final class FloatLinears implements Linears {
    private final GraphBuilder graph;
    private final StoredWeights weights;

    FloatLinears(GraphBuilder graph) {
        this.graph = graph;
        this.weights = new StoredWeights(graph);
    }

    @Override
    public Value apply(Value x, Linear linear) {
        Value weight = weights.floats(linear.weight());
        List<Value> operands = linear.bias()
                .map(bias -> List.of(x, weight, weights.floats(bias)))
                .orElseGet(() -> List.of(x, weight));
        return graph.op("Gemm", operands, new Attribute.Whole("transB", 1));
    }
}
