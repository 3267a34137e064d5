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
 * A number of slots that requests take and give back. Those that get none at once wait, and the first to come is the
 * first to be served, bulk ones after the others. A slot is handed over to the one that waits, so no newcomer can take
 * it in between. Safe for any number of threads; its lock also guards what its owner keeps beside it.
 */
final class FairPool {
    /** Interval between two checks whether a waiting client is still there. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** The outcome of an attempt to take a slot. */
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
    private final int size;
    private int used;
    private boolean shut;

    private static final class Waiter {
        private final Condition turn;
        private final boolean bulk;
        private boolean served;

        Waiter(Condition turn, boolean bulk) {
            this.turn = turn;
            this.bulk = bulk;
        }
    }

    FairPool(int size) {
        this.size = size;
    }

    /** The lock of the pool. Methods of the pool may be called with it and without it. */
    ReentrantLock lock() {
        return lock;
    }

    /** Takes a slot if that needs no waiting. */
    boolean take() {
        lock.lock();
        try {
            boolean taken = !shut && waiters.isEmpty() && used < size;
            if (taken) {
                used++;
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a slot, and waits until one is free.
     *
     * @param limit maximum time to wait
     * @param bulk whether those that are not go first, whenever they come
     * @param departed whether the client has left; asked a few times a second, without the lock
     * @param again runs as often, with the lock
     */
    Result take(Duration limit, boolean bulk, BooleanSupplier departed, Runnable again) {
        lock.lock();
        try {
            if (take()) {
                return Result.TAKEN;
            }
            Waiter waiter = new Waiter(lock.newCondition(), bulk);
            waiters.add(waiter);
            Result result = await(waiter, limit.toNanos(), departed, again);
            if (!waiters.remove(waiter) && result == Result.LEFT) {
                give();
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

    /** Gives a slot back. */
    void give() {
        lock.lock();
        try {
            used--;
            serve();
        } finally {
            lock.unlock();
        }
    }

    /** Gives nothing to those that wait or come from now on; slots that are taken stay taken. */
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

    int used() {
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

    private void serve() {
        while (!shut && !waiters.isEmpty() && used < size) {
            Waiter next =
                    waiters.stream().filter(waiter -> !waiter.bulk).findFirst().orElseGet(waiters::getFirst);
            waiters.remove(next);
            used++;
            next.served = true;
            next.turn.signal();
        }
    }
}
