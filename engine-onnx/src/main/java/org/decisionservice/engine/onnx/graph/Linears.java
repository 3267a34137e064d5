// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import org.decisionservice.engine.spi.ModelTensors.Linear;

/** Computes large linear layers. */
interface Linears {

    /** [any, in] to [any, out]. */
    Value apply(Value x, Linear linear);
}
