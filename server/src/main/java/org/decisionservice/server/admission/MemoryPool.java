// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.decisionservice.server.admission.MemoryBudget.Attempt;
import org.decisionservice.server.admission.MemoryBudget.Departed;
import org.decisionservice.server.admission.MemoryBudget.Full;
import org.decisionservice.server.admission.MemoryBudget.Reservation;

/** A number of bytes that are reserved and released, first come first served. Safe for any number of threads. */
final class MemoryPool {
    /** Interval between two checks whether a waiting client is still there. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private final long size;
    private long used;

    /** A request that waits. Its bytes are reserved for it before it wakes, so no newcomer can take them in between. */
    private static final class Waiter {
        private final long bytes;
        private final Condition turn;
        private boolean served;

        Waiter(long bytes, Condition turn) {
            this.bytes = bytes;
            this.turn = turn;
        }
    }

    MemoryPool(long size) {
        this.size = size;
    }

    Attempt reserve(long bytes, Duration limit, BooleanSupplier departed) {
        lock.lock();
        try {
            if (waiters.isEmpty() && fits(bytes)) {
                used += bytes;
                return new Reservation(this, bytes);
            }
            Waiter waiter = new Waiter(bytes, lock.newCondition());
            waiters.add(waiter);
            Attempt attempt = await(waiter, limit.toNanos(), departed);
            if (waiters.remove(waiter)) {
                serve(); // It may have been the only one that did not fit.
            }
            return attempt;
        } finally {
            lock.unlock();
        }
    }

    private Attempt await(Waiter waiter, long nanos, BooleanSupplier departed) {
        long remaining = nanos;
        while (!waiter.served) {
            if (remaining <= 0) {
                return new Full();
            }
            if (hasLeft(departed)) {
                return left(waiter);
            }
            if (waiter.served) {
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
        return new Reservation(this, waiter.bytes);
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

    private Departed left(Waiter waiter) {
        if (waiter.served) {
            change(-waiter.bytes);
        }
        return new Departed();
    }

    /** A request that is alone fits whatever it needs. */
    private boolean fits(long bytes) {
        return used == 0 || bytes <= size - used;
    }

    private void serve() {
        while (!waiters.isEmpty() && fits(waiters.getFirst().bytes)) {
            Waiter next = waiters.removeFirst();
            used += next.bytes;
            next.served = true;
            next.turn.signal();
        }
    }

    /** Reserves {@code more} bytes without waiting; releases some if it is below 0. */
    void change(long more) {
        lock.lock();
        try {
            used += more;
            serve();
        } finally {
            lock.unlock();
        }
    }

    long reserved() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return waiters.size();
        } finally {
            lock.unlock();
        }
    }
}
