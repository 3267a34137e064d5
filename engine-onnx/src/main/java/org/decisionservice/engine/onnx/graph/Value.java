// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

/** A tensor in the graph, identified by its name. */
record Value(String name) {
    /** Stands for an optional input that is left out. */
    static final Value NONE = new Value("");
}
