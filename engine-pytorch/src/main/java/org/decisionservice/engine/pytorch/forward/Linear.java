// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/** {@code x · weightᵀ + bias}: [any, in] to [any, out]. */
sealed interface Linear {

    /** A new array in float32. */
    NDArray apply(NDArray x);

    /** The same to be read only, and in the type that attention computes in. */
    default NDArray narrow(NDArray x) {
        return apply(x);
    }

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
     * Weight and product in 16 bits.
     *
     * @param bias in float32
     * @param narrows whether {@link #narrow} is of 16 bits too
     */
    record Rounded(Operations operations, NDArray weight, Optional<NDArray> bias, boolean narrows) implements Linear {
        @Override
        public NDArray apply(NDArray x) {
            try (NDArray product = operations.linear(x, weight)) {
                NDArray exact = operations.exact(product);
                return bias.map(exact::addi).orElse(exact);
            }
        }

        @Override
        public NDArray narrow(NDArray x) {
            if (!narrows) {
                return apply(x);
            }
            return bias.map(b -> operations.linear(x, weight, b)).orElseGet(() -> operations.linear(x, weight));
        }
    }
}
