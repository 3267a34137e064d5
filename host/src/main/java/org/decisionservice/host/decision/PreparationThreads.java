// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.RequestClass;

/**
 * The platform threads on which requests are read, routed and packed. They are few, and their work does not occupy the
 * carriers of the virtual threads that wait for sockets. Large requests, which can take seconds, have threads of their
 * own, so that small ones do not wait for them, and so have bulk ones. Admission bounds how many requests wait for a
 * thread. Safe for any number of threads.
 */
public final class PreparationThreads implements AutoCloseable {
    /** With two threads, one slow request leaves a thread for the others. */
    private static final int FEWEST = 2;

    private final ScheduledThreadPoolExecutor small;
    private final ScheduledThreadPoolExecutor large;
    private final ScheduledThreadPoolExecutor bulk;

    /**
     * Creates threads that start when they are first needed, with the context class loader of the caller.
     *
     * @param processors number of processors of this machine
     */
    public PreparationThreads(int processors) {
        int count = Math.max(FEWEST, processors);
        small = threads("preparation-", count);
        large = threads("large-preparation-", count - 1);
        bulk = threads("bulk-preparation-", count - 1);
    }

    private static ScheduledThreadPoolExecutor threads(String name, int count) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        var factory = Thread.ofPlatform().daemon().name(name, 1).factory();
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(count, task -> {
            Thread thread = factory.newThread(task);
            thread.setContextClassLoader(loader);
            return thread;
        });
        // The one executor of the JDK that forgets a task when it is cancelled.
        threads.setRemoveOnCancelPolicy(true);
        return threads;
    }

    /**
     * Runs {@code step} when a thread is free, first come first served. Cancelling the result forgets a step that has
     * not begun, and what it holds.
     *
     * @param requestClass of the request that it is a step of
     * @param isLarge whether that is a large one
     * @throws RejectedExecutionException after {@link #close}
     */
    <T> Future<T> submit(Supplier<T> step, RequestClass requestClass, boolean isLarge) {
        ScheduledThreadPoolExecutor threads = switch (requestClass) {
            case INTERACTIVE -> isLarge ? large : small;
            case BULK -> bulk;
        };
        return threads.submit(Fatal.checkedCall(step));
    }

    /** Accepts no more tasks; those already submitted still run. Idempotent. */
    @Override
    public void close() {
        small.shutdown();
        large.shutdown();
        bulk.shutdown();
    }
}
