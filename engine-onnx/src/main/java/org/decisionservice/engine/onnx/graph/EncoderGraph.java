// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

/** An encoder, layer by layer. Hidden states are [tokens, hidden]. */
interface EncoderGraph {

    /** The hidden states that the first layer reads. */
    Value embed();

    /** The hidden states after the layer with that index. */
    Value layer(Value x, int index);

    /** What the decision head reads, from the hidden states after the last layer. */
    Value finish(Value x);
}
