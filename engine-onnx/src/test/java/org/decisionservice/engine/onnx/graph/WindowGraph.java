// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.OptionLayout;

/** Sliding attention alone, in float32 and the sequential layout. */
public final class WindowGraph {
    /** Inputs of the graph: [tokens, hidden] each. */
    public static final List<String> OPERANDS = List.of("query", "key", "value");

    private WindowGraph() {}

    /** The graph for a device, whose inputs are the operands and those of the pass. */
    public static DecisionGraph of(Device.Kind device, int hidden, int heads, int window) {
        GraphBuilder graph = new GraphBuilder();
        AttentionGraph attention = new AttentionGraph(
                graph, new Layers(graph, new FloatLinears(graph), device), hidden, heads, OptionLayout.SEQUENTIAL);
        List<Value> operands = OPERANDS.stream().map(graph::input).toList();
        graph.output("attended", attention.window(operands.get(0), operands.get(1), operands.get(2), window));
        return DecisionGraph.saved(graph.toModel(), graph.inputs());
    }
}
