// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The platform threads on which requests are read, routed and packed. They are few, and their work does not occupy the
 * carriers of the virtual threads that wait for sockets. Admission bounds how many requests wait for them. Safe for any
 * number of threads.
 */
public final class PreparationThreads implements AutoCloseable {
    /** With two threads, one slow request leaves a thread for the others. */
    private static final int FEWEST = 2;

    private final ThreadPoolExecutor threads;

    /**
     * Creates threads that start when they are first needed, with the context class loader of the caller.
     *
     * @param processors number of processors of this machine
     */
    public PreparationThreads(int processors) {
        int count = Math.max(FEWEST, processors);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        var factory = Thread.ofPlatform().daemon().name("preparation-", 1).factory();
        this.threads = new ThreadPoolExecutor(count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = factory.newThread(task);
            thread.setContextClassLoader(loader);
            return thread;
        });
    }

    /**
     * Runs {@code task} when a thread is free, first come first served.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    void execute(Runnable task) {
        threads.execute(task);
    }

    /** Removes {@code task} if it has not begun. */
    void drop(Runnable task) {
        threads.remove(task);
    }

    /** Accepts no more tasks; those already submitted still run. Idempotent. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
