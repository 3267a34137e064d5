// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;

/**
 * Means of hidden states over the tokens of each row's state. The runtime computes every output, whether it is fetched
 * or not; what makes these free where nobody asks for them is that their inputs then have no rows.
 */
final class StateGraph {
    private final GraphBuilder graph;

    StateGraph(GraphBuilder graph) {
        this.graph = graph;
    }

    /** [tokens, hidden] to [rows, hidden]. */
    Value means(Value hidden) {
        Value states = graph.op("Gather", List.of(hidden, graph.input(PassInput.STATE_TOKENS)));
        Value means = graph.op("MatMul", List.of(graph.input(PassInput.STATE_SHARES), states));
        return graph.op("Squeeze", List.of(means, graph.longs(1)));
    }

    /** Declares an output of means beside each other. */
    void output(String name, Value last, Value middle) {
        graph.output(name, graph.op("Concat", List.of(last, middle), new Attribute.Whole("axis", 1)));
    }
}
