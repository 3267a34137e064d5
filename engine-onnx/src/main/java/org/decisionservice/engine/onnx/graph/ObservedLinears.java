// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;

/** Linear layers in float32 whose inputs are averaged over the tokens of the pass. */
final class ObservedLinears implements Linears {
    private final GraphBuilder graph;
    private final Linears exact;
    private final Map<Value, Value> means = new HashMap<>();
    private final SequencedMap<String, Value> byLayer = new LinkedHashMap<>();

    ObservedLinears(GraphBuilder graph) {
        this.graph = graph;
        this.exact = new FloatLinears(graph);
    }

    @Override
    public Value apply(Value x, Linear linear) {
        byLayer.put(linear.weight().name(), means.computeIfAbsent(x, this::mean));
        return exact.apply(x, linear);
    }

    /** The mean of the values is what the bias of the output has to make up for. */
    @Override
    public Value values(Value x, Attention attention, int headSize) {
        Value values = apply(x, attention.value());
        byLayer.put(attention.output().weight().name(), mean(values));
        return values;
    }

    @Override
    public Value attended(Value averages, Attention attention, int headSize) {
        return exact.apply(averages, attention.output());
    }

    /** Is not centred, so no mean is taken. */
    @Override
    public Value activated(Value x, Linear linear) {
        return exact.apply(x, linear);
    }

    /** [any, in] to [1, in]. */
    private Value mean(Value x) {
        return graph.op("ReduceMean", List.of(x, graph.longs(0)));
    }

    /** The mean of every channel, by the name of the layer's weight: [1, in]. */
    SequencedMap<String, Value> means() {
        return byLayer;
    }
}
