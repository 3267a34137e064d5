// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors;

/**
 * A linear layer, after a norm if there is one, and after another linear layer and a GELU if there is one. Few rows go
 * through them, so they are in float32 in every precision.
 */
record Perceptron(Optional<Norm> norm, Optional<Linear> hidden, Linear output) {

    static Perceptron of(ModelTensors.Perceptron tensors, double epsilon, Parameters parameters) {
        return new Perceptron(
                tensors.norm().map(norm -> parameters.norm(norm, epsilon)),
                tensors.hidden().map(parameters::exactLinear),
                parameters.exactLinear(tensors.output()));
    }

    NDArray apply(NDArray x) {
        NDArray normed = norm.map(present -> present.apply(x)).orElse(x);
        NDArray read =
                hidden.map(present -> Activation.gelu(present.apply(normed))).orElse(normed);
        return output.apply(read);
    }
}
