// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;

/** Computes large linear layers. */
interface Linears {

    /** [any, in] to [any, out]: of float32, as everything between layers, to {@link #type}. */
    Value apply(Value x, Linear linear);

    /** The element type of what attention and activation functions read and give. */
    default int type() {
        return Onnx.FLOAT;
    }

    /** What an operator on {@link #type} has given, as that type holds it. */
    default Value rounded(Value x) {
        return x;
    }

    /** Float32 as {@link #type}. */
    default Value narrowed(Value x) {
        return x;
    }

    /** The queries or the keys of an attention: [any, hidden]. */
    default Value attending(Value x, Linear linear) {
        return apply(x, linear);
    }

    /**
     * The values of an attention: [tokens, hidden]. They may be in another basis within every head and around another
     * mean, which only {@link #attended} may read.
     */
    default Value values(Value x, Attention attention, int headSize) {
        return apply(x, attention.value());
    }

    /** The output of an attention, from averages of {@link #values}: [any, hidden]. */
    default Value attended(Value averages, Attention attention, int headSize) {
        return apply(averages, attention.output());
    }

    /** A layer that reads what an activation function gives: [any, in] to [any, out]. */
    default Value activated(Value x, Linear linear) {
        return apply(x, linear);
    }

    /** How to hold the hidden states of a pre-norm encoder, if not as they are. */
    default Optional<ResidualStream> stream(int hidden) {
        return Optional.empty();
    }
}
