// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A number of units, such as slots or bytes, that requests take and give back. Those that do not get theirs at once
 * wait, and the first to come is the first to be served. Units are handed over to the one that waits, so no newcomer
 * can take them in between. Safe for any number of threads; its lock also guards what its owner keeps beside it.
 */
final class FairPool {
    /** Interval between two checks whether a waiting client is still there. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** How an attempt to take units ended. */
    enum Result {
        TAKEN,
        /** The time to wait was over first. */
        TOO_LATE,
        /** The client left, or the thread was interrupted. */
        LEFT,
        /** The pool was shut. */
        SHUT
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private final long size;
    private long used;
    private boolean shut;

    private static final class Waiter {
        private final long units;
        private final Condition turn;
        private boolean served;

        Waiter(long units, Condition turn) {
            this.units = units;
            this.turn = turn;
        }
    }

    FairPool(long size) {
        this.size = size;
    }

    /** Number of units, taken or not. */
    long size() {
        return size;
    }

    /** The lock of the pool. Methods of the pool may be called with it and without it. */
    ReentrantLock lock() {
        return lock;
    }

    /** Takes units if that needs no waiting. A request that is alone gets whatever it needs. */
    boolean take(long units) {
        lock.lock();
        try {
            boolean taken = !shut && waiters.isEmpty() && fits(units);
            if (taken) {
                used += units;
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes units, and waits until it is their turn.
     *
     * @param limit maximum time to wait
     * @param departed whether the client has left; asked a few times a second, without the lock
     * @param again runs as often, with the lock
     */
    Result take(long units, Duration limit, BooleanSupplier departed, Runnable again) {
        lock.lock();
        try {
            if (take(units)) {
                return Result.TAKEN;
            }
            Waiter waiter = new Waiter(units, lock.newCondition());
            waiters.add(waiter);
            Result result = await(waiter, limit.toNanos(), departed, again);
            if (waiters.remove(waiter)) {
                serve(); // It may have been the only one that did not fit.
            } else if (result == Result.LEFT) {
                add(-units);
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    private Result await(Waiter waiter, long nanos, BooleanSupplier departed, Runnable again) {
        long remaining = nanos;
        while (!waiter.served) {
            if (shut) {
                return Result.SHUT;
            }
            if (remaining <= 0) {
                return Result.TOO_LATE;
            }
            if (withoutLock(departed)) {
                return Result.LEFT;
            }
            if (waiter.served || shut) {
                continue;
            }
            long look = Math.min(remaining, LOOK.toNanos());
            try {
                remaining -= look - waiter.turn.awaitNanos(look);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Result.LEFT;
            }
            if (!waiter.served) {
                again.run();
            }
        }
        return Result.TAKEN;
    }

    /** Asks without the lock: the answer may take a look at a socket, and nobody else is to wait for that. */
    boolean withoutLock(BooleanSupplier question) {
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        try {
            return question.getAsBoolean();
        } finally {
            for (int i = 0; i < holds; i++) {
                lock.lock();
            }
        }
    }

    /** Takes {@code more} units without waiting, even more than are left; gives some back if it is below 0. */
    void add(long more) {
        lock.lock();
        try {
            used += more;
            serve();
        } finally {
            lock.unlock();
        }
    }

    /** Gives nothing to those that wait or come from now on; units that are taken stay taken. */
    void shut() {
        lock.lock();
        try {
            shut = true;
            waiters.forEach(waiter -> waiter.turn.signal());
        } finally {
            lock.unlock();
        }
    }

    boolean isShut() {
        lock.lock();
        try {
            return shut;
        } finally {
            lock.unlock();
        }
    }

    long used() {
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

    private boolean fits(long units) {
        return used == 0 || units <= size - used;
    }

    private void serve() {
        while (!shut && !waiters.isEmpty() && fits(waiters.getFirst().units)) {
            Waiter next = waiters.removeFirst();
            used += next.units;
            next.served = true;
            next.turn.signal();
        }
    }
}
