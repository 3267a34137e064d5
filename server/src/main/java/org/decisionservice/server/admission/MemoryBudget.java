// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Bounds the memory that all requests hold together, in bytes of the heap. A request reserves what it may need before
 * its body is decoded, and waits if that is more than is left.
 *
 * <p>Large and small requests have a pool each, so that neither waits for the other: a request with one question is
 * answered beside any number of batches that wait. In either pool the first to come is the first to go, and a request
 * that is alone always fits. Safe for any number of threads.
 */
public final class MemoryBudget {
    /** The pool of the small requests is one part in this many. */
    private static final int SMALL_POOL = 8;

    /** A request is small if it needs at most one part in this many of the whole. */
    private static final int SMALL_REQUEST = 64;

    private final long largestSmall;
    private final MemoryPool small;
    private final MemoryPool large;

    /** @param bytes for all requests together, at least 1 */
    public MemoryBudget(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("at least one byte is needed, not " + bytes);
        }
        this.largestSmall = bytes / SMALL_REQUEST;
        this.small = new MemoryPool(bytes / SMALL_POOL);
        this.large = new MemoryPool(bytes - bytes / SMALL_POOL);
    }

    /** Half of the largest heap: the rest is for what lives longer than a request, and for what is garbage already. */
    public static MemoryBudget ofHeap() {
        return new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);
    }

    /**
     * Reserves memory, and waits until enough is free.
     *
     * @param limit maximum time to wait
     * @param departed whether the client has left; asked a few times a second
     */
    public Attempt reserve(long bytes, Duration limit, BooleanSupplier departed) {
        return (bytes <= largestSmall ? small : large).reserve(bytes, limit, departed);
    }

    /** The bytes that are reserved now. */
    public long reserved() {
        return small.reserved() + large.reserved();
    }

    /** The number of requests that wait. */
    public int waiting() {
        return small.waiting() + large.waiting();
    }

    /** The result of an attempt to reserve memory. */
    public sealed interface Attempt permits Reservation, Full, Departed {}

    /** The time to wait is over. */
    public record Full() implements Attempt {}

    /** The client left while it waited. */
    public record Departed() implements Attempt {}

    /** Memory that is reserved until {@link #close()}; closing twice releases it once. For any thread. */
    public static final class Reservation implements Attempt, AutoCloseable {
        private final MemoryPool pool;
        private long bytes;
        private boolean closed;

        Reservation(MemoryPool pool, long bytes) {
            this.pool = pool;
            this.bytes = bytes;
        }

        /**
         * Reserves {@code now} bytes instead, without waiting: less when it is known how little is needed, or what
         * takes the place of the request, such as its answer. More than is left is allowed: a request that waited while
         * it holds memory could wait for others that wait for it.
         */
        public synchronized void change(long now) {
            if (!closed) {
                pool.change(now - bytes);
                bytes = now;
            }
        }

        /** The bytes that are reserved now. */
        public synchronized long bytes() {
            return bytes;
        }

        @Override
        public synchronized void close() {
            change(0);
            closed = true;
        }
    }
}
