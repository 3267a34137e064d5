// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.ModelTensors.Norm;

/**
 * The hidden states of a pre-norm encoder, [tokens, hidden], to which every layer adds. They may be in another basis
 * than the checkpoint's, because only linear layers read them, after a norm, and only linear layers write to them.
 */
interface ResidualStream {

    /** From the checkpoint's basis. */
    Value enter(Value hidden);

    /** To the checkpoint's basis; also means of hidden states: [any, hidden]. */
    Value leave(Value stream);

    /**
     * What linear layers read, for {@link Layers} alone: [tokens, hidden].
     *
     * @param norm of the stream, if there is one
     * @param reader one of the layers that read it
     */
    Value read(Value stream, Optional<Norm> norm, double epsilon, Linear reader);

    /** What an attention adds, from averages of its values. */
    Value attended(Value averages, Attention attention, int headSize);

    /** What a feed-forward adds, from what its activation function gives: [tokens, intermediate]. */
    Value activated(Value activated, Linear linear);
}
