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
 * answered beside any number of batches that wait. Each pool serves requests in the order of their arrival, and a
 * request that is alone in its pool always fits. Safe for any number of threads.
 */
public final class MemoryBudget {
    /** The pool of the small requests is one part in this many. */
    private static final int SMALL_POOL = 8;

    /** A request is small if it needs at most one part in this many of the whole. */
    private static final int SMALL_REQUEST = 64;

    /** A number in an array takes two bytes of a body and an object on the heap, and may become a token as well. */
    private static final int HEAP_PER_BODY_BYTE = 32;

    /** A row that waits, its logits, and its part of the answer. */
    private static final int HEAP_PER_ROW = 2048;

    /** The objects of any request. */
    private static final int HEAP_PER_REQUEST = 16 * 1024;

    /** The shortest state in an array, and the shortest question, in bytes. */
    private static final int SHORTEST_STATE = 2;

    private static final int SHORTEST_QUESTION = 24;

    private final long largestSmall;
    private final FairPool small;
    private final FairPool large;

    /** @param bytes for all requests together, at least 1 */
    public MemoryBudget(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("at least one byte is needed, not " + bytes);
        }
        this.largestSmall = bytes / SMALL_REQUEST;
        this.small = new FairPool(bytes / SMALL_POOL);
        this.large = new FairPool(bytes - bytes / SMALL_POOL);
    }

    /** Bytes for all requests together. */
    public long size() {
        return small.size() + large.size();
    }

    /** Half of the maximum heap. The other half is for what outlives a request, and for garbage. */
    public static MemoryBudget ofHeap() {
        return new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);
    }

    /**
     * Returns the bytes of the heap that a request may need, from its size alone: they must be known before anything is
     * decoded. The estimate is that of the worst body, because a stranger sends the worst.
     *
     * @param mostStates states that a request of this kind may have
     * @param mostQuestions questions that it may have
     * @param body length of its decoded body in bytes
     */
    public static long needed(int mostStates, int mostQuestions, long body) {
        long states = Math.min(mostStates, 1 + body / SHORTEST_STATE);
        long questions = Math.min(mostQuestions, 1 + body / SHORTEST_QUESTION);
        return HEAP_PER_REQUEST + HEAP_PER_BODY_BYTE * body + HEAP_PER_ROW * states * questions;
    }

    /**
     * Reserves memory, and waits until enough is free.
     *
     * @param limit maximum time to wait
     * @param departed whether the client has left; asked a few times a second
     */
    public Attempt reserve(long bytes, Duration limit, BooleanSupplier departed) {
        FairPool pool = bytes <= largestSmall ? small : large;
        return switch (pool.take(bytes, limit, departed, () -> {})) {
            case TAKEN -> new Reservation(pool, bytes);
            case TOO_LATE -> new Full();
            case LEFT -> new Departed();
            case SHUT -> throw new IllegalStateException("a pool of memory is never shut");
        };
    }

    /** The bytes that are reserved now. */
    public long reserved() {
        return small.used() + large.used();
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
        private final FairPool pool;
        private long bytes;
        private boolean closed;

        private Reservation(FairPool pool, long bytes) {
            this.pool = pool;
            this.bytes = bytes;
        }

        /**
         * Changes the reservation to {@code now} bytes without waiting: to fewer once it is known how little is needed,
         * or to what replaces the request, such as its answer. It may exceed what is left: if a request waited while it
         * holds memory, two requests could wait for each other.
         */
        public synchronized void change(long now) {
            if (!closed) {
                pool.add(now - bytes);
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
