// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends one pass while it runs. One thread computes the pass, any other may ask for its end. Made for one pass, so that
 * a request that comes too late meets no other.
 */
public final class Interruption {
    private boolean requested;
    private @Nullable Runnable end;

    /** Asks the pass to end as soon as it can; it may have ended already. Returns at once. */
    public synchronized void request() {
        requested = true;
        if (end != null) {
            end.run();
        }
    }

    /** Whether the pass was asked to end. For engines that look between two parts of a pass. */
    public synchronized boolean isRequested() {
        return requested;
    }

    /**
     * Runs a part of the pass that can be told to end.
     *
     * @param telling tells it, on the thread that asks; quick, and never called once this method has returned
     * @param part returns its result, or whatever it throws once it was told to end
     * @throws CancellationException if the pass was asked to end before or meanwhile
     */
    public <T> T during(Runnable telling, Supplier<T> part) {
        synchronized (this) {
            LoadedModel.goOnUnless(() -> requested);
            end = telling;
        }
        T result;
        try {
            result = part.get();
        } catch (RuntimeException e) {
            // What a part throws that was told to end is no failure.
            LoadedModel.goOnUnless(this::isRequested);
            throw e;
        } finally {
            synchronized (this) {
                end = null;
            }
        }
        return result;
    }
}
