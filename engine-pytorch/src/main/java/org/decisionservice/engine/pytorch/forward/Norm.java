// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.norm.LayerNorm;

/** LayerNorm over the last dimension; weight and bias [hidden]. */
record Norm(NDArray weight, NDArray bias, float epsilon) {

    NDArray apply(NDArray x) {
        return LayerNorm.layerNorm(x, weight.getShape(), weight, bias, epsilon).singletonOrThrow();
    }
}
