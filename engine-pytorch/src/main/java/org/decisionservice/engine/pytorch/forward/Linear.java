// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/** {@code x · weightᵀ + bias}: [any, in] to [any, out], both in float32. */
sealed interface Linear {

    NDArray apply(NDArray x);

    /** Weight and product in float32. */
    record Exact(NDArray weight, Optional<NDArray> bias) implements Linear {
        @Override
        public NDArray apply(NDArray x) {
            return bias.map(b -> ai.djl.nn.core.Linear.linear(x, weight, b))
                    .orElseGet(() -> ai.djl.nn.core.Linear.linear(x, weight))
                    .singletonOrThrow();
        }
    }

    /**
     * Weight and product in bfloat16.
     *
     * @param bias in float32
     */
    record Rounded(Bfloat16 operations, NDArray weight, Optional<NDArray> bias) implements Linear {
        @Override
        public NDArray apply(NDArray x) {
            NDArray product = operations.linear(x, weight);
            return bias.map(product::addi).orElse(product);
        }
    }
}
