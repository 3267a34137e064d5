// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;

/**
 * Vectors of each row's state, two of a layer: sums of hidden states, each with its share. The runtime computes every
 * output, whether it is fetched or not; what makes these free where nobody asks for them is that their inputs then have
 * no rows.
 */
final class StateGraph {
    private final GraphBuilder graph;
    private final int hidden;

    StateGraph(GraphBuilder graph, int hidden) {
        this.graph = graph;
        this.hidden = hidden;
    }

    /** [tokens, hidden] to [2 · rows, hidden], both vectors of a row behind each other. */
    Value vectors(Value states, PassInput shares) {
        Value tokens = graph.op("Gather", List.of(states, graph.input(PassInput.STATE_TOKENS)));
        return flat(graph.op("MatMul", List.of(graph.input(shares), tokens)), hidden);
    }

    /** Declares an output of the vectors of both layers: [rows, 4 · hidden]. */
    void output(String name, Value last, Value middle) {
        List<Value> both = List.of(flat(last, 2 * hidden), flat(middle, 2 * hidden));
        graph.output(name, graph.op("Concat", both, new Attribute.Whole("axis", 1)));
    }

    private Value flat(Value x, int width) {
        return graph.op("Reshape", List.of(x, graph.longs(-1, width)));
    }
}
