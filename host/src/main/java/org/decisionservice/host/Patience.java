// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time that a caller waits for the steps of its request. Used by the caller's thread. */
public interface Patience {
    /** Longer than any client waits. */
    Duration ENDLESS = Duration.ofDays(365);

    /** Waits as long as it takes. */
    Patience UNLIMITED = new Patience() {
        @Override
        public Duration next() {
            return ENDLESS;
        }

        @Override
        public void check() {}
    };

    /** Time to wait until {@link #check} is called. */
    Duration next();

    /** Throws if the caller does not wait any longer. */
    void check();

    /**
     * Waits for a step, and cancels it if the caller does not wait any longer.
     *
     * @return its result
     * @throws RuntimeException what the step or {@link #check} threw
     * @throws CancellationException if the calling thread is interrupted
     */
    default <T> T await(Future<T> step) {
        try {
            while (true) {
                try {
                    return step.get(next().toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException _) {
                    check();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a decision");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        } finally {
            // Without effect on a step that has ended.
            step.cancel(false);
        }
    }
}
