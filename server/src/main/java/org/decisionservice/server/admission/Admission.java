// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A fixed number of slots for requests in flight. When all are taken, requests wait in the order in which they came, or
 * are refused at once if nobody may wait.
 */
public final class Admission {
    /** Interval between two checks whether a waiting client is still there. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private final Queue queue;
    private final MemoryBudget memory;
    private final int size;
    private int free;
    private boolean shut;

    /**
     * Who may wait for a slot.
     *
     * @param most maximum number of requests that wait; 0 refuses at once
     * @param patience maximum time that one waits
     */
    public record Queue(int most, Duration patience) {
        /** Nobody waits. */
        public static final Queue NONE = new Queue(0, Duration.ZERO);
    }

    /** A request in the queue. Its slot is handed to it, so no newcomer can take it in between. */
    private static final class Waiter {
        private final Condition turn;
        private boolean admitted;

        Waiter(Condition turn) {
            this.turn = turn;
        }
    }

    /** Opens {@code size} slots, with half of the heap for the requests in them. */
    public Admission(int size, Queue queue) {
        this(size, queue, MemoryBudget.ofHeap());
    }

    /**
     * Opens {@code size} slots.
     *
     * @param size requests admitted at once, at least 1
     * @param memory what the requests in the slots share
     */
    public Admission(int size, Queue queue, MemoryBudget memory) {
        if (size < 1) {
            throw new IllegalArgumentException("at least one request must be admitted, not " + size);
        }
        this.size = size;
        this.free = size;
        this.queue = queue;
        this.memory = memory;
    }

    /** The memory that the admitted requests share. */
    public MemoryBudget memory() {
        return memory;
    }

    private Entry tryEnter() {
        lock.lock();
        try {
            if (shut || free == 0) {
                return new Busy();
            }
            free--;
            return new Entered(this);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a slot, and waits for one if none is free and there is room in the queue.
     *
     * @param limit maximum time to wait; the queue's own limit holds, too
     * @param departed whether the client has left; asked a few times a second
     */
    public Entry enter(Duration limit, BooleanSupplier departed) {
        lock.lock();
        try {
            Entry entry = tryEnter();
            if (entry instanceof Entered || shut || waiting.size() >= queue.most()) {
                return entry;
            }
            Waiter waiter = new Waiter(lock.newCondition());
            waiting.add(waiter);
            long nanos = Math.min(limit.toNanos(), queue.patience().toNanos());
            Entry outcome = await(waiter, nanos, departed);
            waiting.remove(waiter);
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    private Entry await(Waiter waiter, long nanos, BooleanSupplier departed) {
        long remaining = nanos;
        while (!waiter.admitted) {
            if (shut || remaining <= 0) {
                return new Busy();
            }
            if (hasLeft(departed)) {
                return left(waiter);
            }
            if (waiter.admitted || shut) {
                continue;
            }
            long look = Math.min(remaining, LOOK.toNanos());
            try {
                remaining -= look - waiter.turn.awaitNanos(look);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return left(waiter);
            }
        }
        return new Entered(this);
    }

    /** Asks without the lock: the answer is in a socket, and nobody else is to wait for that. */
    private boolean hasLeft(BooleanSupplier departed) {
        lock.unlock();
        try {
            return departed.getAsBoolean();
        } finally {
            lock.lock();
        }
    }

    /** A slot that was handed over to a client that has left goes on to the next. */
    private Left left(Waiter waiter) {
        if (waiter.admitted) {
            release();
        }
        return new Left();
    }

    private void release() {
        lock.lock();
        try {
            Waiter next = waiting.poll();
            if (next == null) {
                free++;
            } else {
                next.admitted = true;
                next.turn.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Refuses all requests from now on, also those that wait; those already admitted keep their slots. */
    public void shut() {
        lock.lock();
        try {
            shut = true;
            waiting.forEach(waiter -> waiter.turn.signal());
        } finally {
            lock.unlock();
        }
    }

    /** The number of admitted requests, from 0 to the size. */
    public int inFlight() {
        lock.lock();
        try {
            return size - free;
        } finally {
            lock.unlock();
        }
    }

    /** The number of requests that wait for a slot. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** The result of an attempt to enter. */
    public sealed interface Entry {}

    /** A slot, released by {@link #close()}; closing twice releases it once. */
    public static final class Entered implements Entry, AutoCloseable {
        private final Admission admission;
        private final AtomicBoolean left = new AtomicBoolean();

        private Entered(Admission admission) {
            this.admission = admission;
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                admission.release();
            }
        }
    }

    /** Every slot is taken, and the queue is full or the time to wait is over. */
    public record Busy() implements Entry {}

    /** The client left while it waited. */
    public record Left() implements Entry {}
}
