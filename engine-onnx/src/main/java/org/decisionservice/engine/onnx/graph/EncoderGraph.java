// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

/** An encoder, layer by layer. Hidden states are [tokens, hidden], between the layers in any basis. */
interface EncoderGraph {

    /** The hidden states that the first layer reads. */
    Value embed();

    /** The hidden states after the layer with that index. */
    Value layer(Value x, int index);

    /** Hidden states, or means of them, in the checkpoint's basis: [any, hidden]. */
    Value hidden(Value x);

    /** What the decision head reads, from the hidden states after the last layer. */
    Value finish(Value x);
}
