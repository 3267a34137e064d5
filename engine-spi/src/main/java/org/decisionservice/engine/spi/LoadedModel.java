// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Weights on a device, ready to answer. Used by one caller at a time, not always on the same thread. */
public interface LoadedModel extends AutoCloseable {

    /** The device that the model actually computes on. */
    Device device();

    /** The precision that the model computes in, which is the one that it was loaded in. */
    default Precision precision() {
        return Precision.FLOAT32;
    }

    /**
     * Most tokens of a pass of several rows, each counted as long as the longest, that the model computes best: more
     * would be no faster, or would not fit into the memory that its device had left after the load. A host plans passes
     * by it. If empty, as it stands, the host takes {@linkplain PassPlanner#of what suits such a model and device}.
     */
    default OptionalInt passTokens() {
        return OptionalInt.empty();
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
     * Like {@link #forward(RowBatch)}, but can be abandoned. An engine that runs a batch in parts checks before each
     * part; a part that has started on the device is finished.
     *
     * @param abandoned returns true if nobody is waiting for the logits any more; fast, called on the calling thread
     * @throws CancellationException if {@code abandoned} returned true; the model stays usable
     */
    default Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        goOnUnless(abandoned);
        return forward(rows);
    }

    /**
     * Like {@link #forward(RowBatch, BooleanSupplier)}, but another thread may have the pass end at any time, also
     * within a part. An engine whose runtime cannot be told ends before the next part.
     *
     * @throws CancellationException if the pass was asked to end; the model stays usable
     */
    default Logits forward(RowBatch rows, Interruption interruption) {
        return forward(rows, interruption::isRequested);
    }

    /**
     * Called by engines before each part of a pass.
     *
     * @throws CancellationException if the pass has been abandoned
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
