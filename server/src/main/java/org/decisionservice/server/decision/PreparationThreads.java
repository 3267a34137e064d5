// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The platform threads on which requests are read, routed and packed. They are few, and whatever they do leaves the
 * carriers of virtual threads to those who wait for sockets; admission bounds how many requests wait for them. Safe for
 * any number of threads.
 */
public final class PreparationThreads implements AutoCloseable {
    /** One request that takes long leaves the others a thread. */
    private static final int FEWEST = 2;

    private final ThreadPoolExecutor threads;

    /**
     * They start when they are first needed, with the context class loader of the caller.
     *
     * @param processors of this machine
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
     * Does it when a thread is free, first come first served.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    void execute(Runnable task) {
        threads.execute(task);
    }

    /** Takes {@code task} back if it has not begun. */
    void drop(Runnable task) {
        threads.remove(task);
    }

    /** Takes nothing more; what was given still runs. Idempotent. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
