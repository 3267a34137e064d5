// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;

/** Computes large linear layers. */
interface Linears {

    /** [any, in] to [any, out]. */
    Value apply(Value x, Linear linear);

    /**
     * The values of an attention: [tokens, hidden]. They may be in another basis within every head, which only
     * {@link #attended} may read.
     */
    default Value values(Value x, Attention attention, int headSize) {
        return apply(x, attention.value());
    }

    /** The output of an attention, from averages of {@link #values}: [any, hidden]. */
    default Value attended(Value averages, Attention attention, int headSize) {
        return apply(averages, attention.output());
    }
}
