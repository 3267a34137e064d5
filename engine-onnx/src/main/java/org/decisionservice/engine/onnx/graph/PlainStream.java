// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.ModelTensors.Norm;

/** Hidden states in the checkpoint's own basis. */
record PlainStream(Layers layers) implements ResidualStream {

    @Override
    public Value enter(Value hidden) {
        return hidden;
    }

    @Override
    public Value leave(Value stream) {
        return stream;
    }

    @Override
    public Value read(Value stream, Optional<Norm> norm, double epsilon, Linear reader) {
        return norm.map(present -> layers.norm(stream, present, epsilon)).orElse(stream);
    }

    @Override
    public Value attended(Value averages, Attention attention, int headSize) {
        return layers.attended(averages, attention, headSize);
    }

    @Override
    public Value activated(Value activated, Linear linear) {
        return layers.activated(activated, linear);
    }
}
