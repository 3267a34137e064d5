// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/** {@code x · weightᵀ + bias}: [any, in] to [any, out]. */
record Linear(NDArray weight, Optional<NDArray> bias) {

    NDArray apply(NDArray x) {
        return bias.map(b -> ai.djl.nn.core.Linear.linear(x, weight, b))
                .orElseGet(() -> ai.djl.nn.core.Linear.linear(x, weight))
                .singletonOrThrow();
    }
}
