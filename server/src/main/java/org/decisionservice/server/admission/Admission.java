// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A fixed number of slots for requests in flight. When all are taken, requests wait in the order in which they came, or
 * are refused at once if nobody may wait. A request keeps its slot until its answer is written. A client that takes its
 * time over that loses its connection, and so its slot, once another request finds no slot free.
 */
public final class Admission {
    /** Interval between two checks whether a waiting client is still there. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** How long a request waits for the slot of a client that was sent away, even if nobody else may wait. */
    private static final Duration DISMISSAL = Duration.ofSeconds(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private final Set<Entered> inside = new LinkedHashSet<>();
    private final Queue queue;
    private final Shares shares;
    private final MemoryBudget memory;
    private final int size;
    private int free;
    /** How many of those inside were sent away and have not left yet. */
    private int dismissed;

    private boolean shut;
    private volatile boolean over;

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

    /**
     * Opens {@code size} slots.
     *
     * @param size requests admitted at once, at least 1
     * @param perAddress how many of the admitted and waiting requests may come from one address; 0 sets no limit
     * @param memory what the requests in the slots share
     */
    public Admission(int size, int perAddress, Queue queue, MemoryBudget memory) {
        if (size < 1) {
            throw new IllegalArgumentException("at least one request must be admitted, not " + size);
        }
        this.size = size;
        this.free = size;
        this.shares = new Shares(perAddress);
        this.queue = queue;
        this.memory = memory;
    }

    /** The memory that the admitted requests share. */
    public MemoryBudget memory() {
        return memory;
    }

    /**
     * Takes a slot, and waits for one if none is free and there is room in the queue.
     *
     * @param limit maximum time to wait; the queue's own limit holds, too
     * @param caller is asked a few times a second whether it has left
     */
    public Entry enter(Duration limit, Caller caller) {
        lock.lock();
        try {
            if (shut) {
                return new Stopping();
            }
            if (!shares.take(caller.countedAs())) {
                return new Busy();
            }
            Entry entry = free > 0 ? take(caller) : queued(limit, caller);
            if (!(entry instanceof Entered)) {
                shares.giveBack(caller.countedAs());
            }
            return entry;
        } finally {
            lock.unlock();
        }
    }

    private Entered take(Caller caller) {
        free--;
        return admit(caller);
    }

    private Entered admit(Caller caller) {
        Entered entered = new Entered(this, caller);
        inside.add(entered);
        return entered;
    }

    private Entry queued(Duration limit, Caller caller) {
        dismissOne(waiting.size() + 1);
        if (shut) {
            return new Stopping();
        }
        if (free > 0) {
            return take(caller);
        }
        if (waiting.size() >= queue.most() + dismissed) {
            return new Busy();
        }
        Duration patience = queue.patience().compareTo(DISMISSAL) < 0 && dismissed > 0 ? DISMISSAL : queue.patience();
        Waiter waiter = new Waiter(lock.newCondition());
        waiting.add(waiter);
        Entry outcome = await(waiter, caller, Math.min(limit.toNanos(), patience.toNanos()));
        waiting.remove(waiter);
        return outcome;
    }

    /** Sends away one of those that only read their answers, unless {@code wanted} of them are leaving already. */
    private void dismissOne(int wanted) {
        if (dismissed >= wanted) {
            return;
        }
        Optional<Entered> lingering = inside.stream()
                .filter(entered -> !entered.dismissed && entered.caller.lingers())
                .findFirst();
        if (lingering.isPresent()) {
            lingering.get().dismissed = true;
            dismissed++;
            withoutLock(() -> {
                lingering.get().caller.dismiss();
                return true;
            });
        }
    }

    private Entry await(Waiter waiter, Caller caller, long nanos) {
        long remaining = nanos;
        while (!waiter.admitted) {
            if (shut) {
                return new Stopping();
            }
            if (remaining <= 0) {
                return new Busy();
            }
            if (withoutLock(caller::departed)) {
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
            if (!waiter.admitted) {
                dismissOne(waiting.size());
            }
        }
        return admit(caller);
    }

    /** Asks without the lock: the answer is in a socket, and nobody else is to wait for that. */
    private boolean withoutLock(BooleanSupplier question) {
        lock.unlock();
        try {
            return question.getAsBoolean();
        } finally {
            lock.lock();
        }
    }

    /** A slot that was handed over to a client that has left goes on to the next. */
    private Left left(Waiter waiter) {
        if (waiter.admitted) {
            passOn();
        }
        return new Left();
    }

    private void release(Entered entered) {
        lock.lock();
        try {
            inside.remove(entered);
            shares.giveBack(entered.caller.countedAs());
            if (entered.dismissed) {
                dismissed--;
            }
            passOn();
        } finally {
            lock.unlock();
        }
    }

    /** Hands a slot to whoever waits first, or sets it free. */
    private void passOn() {
        Waiter next = waiting.poll();
        if (next == null) {
            free++;
        } else {
            next.admitted = true;
            next.turn.signal();
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

    /** Asks the admitted requests to end without their answers: the time that they had left is over. */
    public void giveUp() {
        over = true;
    }

    /** Whether admitted requests have to end now. */
    public boolean isOver() {
        return over;
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
        private final Caller caller;
        private final AtomicBoolean left = new AtomicBoolean();
        /** Guarded by the admission's lock. */
        private boolean dismissed;

        private Entered(Admission admission, Caller caller) {
            this.admission = admission;
            this.caller = caller;
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                admission.release(this);
            }
        }
    }

    /** Every slot is taken, or the address has its share, and the queue is full or the time to wait is over. */
    public record Busy() implements Entry {}

    /** Nobody is admitted any more. */
    public record Stopping() implements Entry {}

    /** The client left while it waited. */
    public record Left() implements Entry {}
}
