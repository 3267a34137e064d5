// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.webserver.CloseConnectionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.decisionservice.host.Fatal;

/**
 * Computes beside the threads of connections. Those are virtual and share a few carriers, often a single one in a
 * container, and the JDK takes no carrier from a thread that computes: nobody else would be answered meanwhile.
 */
public final class Beside {
    private Beside() {}

    /** Returns what {@code work} returns, or throws what it throws; it runs on a thread of the platform. */
    public static <T> T compute(String name, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread.ofPlatform().daemon().name(name).start(task);
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("interrupted while an answer was made", e);
        } catch (ExecutionException e) {
            Fatal.check(e);
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }
}
