// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/** The weights in the checkpoint's file, as float32 values. */
final class StoredWeights {
    private final GraphBuilder graph;

    StoredWeights(GraphBuilder graph) {
        this.graph = graph;
    }

    Value floats(TensorInfo tensor) {
        return toFloats(tensor, graph.stored(tensor));
    }

    /** Rows of a table: indexes [any] give [any, hidden]. */
    Value rows(TensorInfo table, Value indexes) {
        // The table stays in its stored type; only the rows that are read become float32.
        return toFloats(table, graph.op("Gather", List.of(graph.stored(table), indexes)));
    }

    /** Converts to float32. For a constant, the runtime folds the conversion when it loads the graph. */
    private Value toFloats(TensorInfo stored, Value value) {
        return stored.type() == DataType.F32
                ? value
                : graph.op("Cast", List.of(value), new Attribute.Whole("to", Onnx.FLOAT));
    }
}
