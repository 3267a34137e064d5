// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import java.util.function.Supplier;

/**
 * Closes arrays as soon as they are no longer needed, because a layer's intermediate results are larger than its
 * result.
 */
final class Scopes {
    private Scopes() {}

    /** Runs {@code computation} and closes every array that it created on this thread except the result. */
    static NDArray only(Supplier<NDArray> computation) {
        NDArray result;
        try (NDScope _ = new NDScope()) {
            result = computation.get();
            NDScope.unregister(result);
        }
        NDScope.register(result);
        return result;
    }
}
