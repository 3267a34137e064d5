// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Weights on a device, ready to answer. One caller at a time, not always the same thread. */
public interface LoadedModel extends AutoCloseable {

    /** Where it really computes. */
    Device device();

    /** What it really computes in. */
    default Precision precision() {
        return Precision.FLOAT32;
    }

    /**
     * One forward pass.
     *
     * @param rows borrowed for the call
     * @return new heap memory, one entry per row in the order of {@code rows}
     * @throws EngineException OUT_OF_DEVICE_MEMORY, DEVICE_LOST or FAILED; the model stays usable unless the device is
     *     lost
     * @throws IllegalStateException after {@link #close}
     */
    Logits forward(RowBatch rows);

    /**
     * As {@link #forward(RowBatch)}, for rows that may come to nothing. An engine that runs a batch in parts asks
     * before each of them; what has begun on the device is finished.
     *
     * @param abandoned whether nobody waits for the logits any more; quick, and for the calling thread
     * @throws CancellationException if it said so; the model stays usable
     */
    default Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        goOnUnless(abandoned);
        return forward(rows);
    }

    /**
     * For engines, before each part of a pass.
     *
     * @throws CancellationException if it is abandoned
     */
    static void goOnUnless(BooleanSupplier abandoned) {
        if (abandoned.getAsBoolean()) {
            throw new CancellationException("nobody waits for this pass any more");
        }
    }

    /** Frees every native resource before it returns. Idempotent. */
    @Override
    void close();
}
