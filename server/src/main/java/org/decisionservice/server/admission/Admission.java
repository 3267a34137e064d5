// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** A fixed number of slots for requests in flight. Refuses at once when all are taken. */
public final class Admission {
    private final Semaphore slots;
    private final int size;
    private volatile boolean shut;

    /**
     * Opens {@code size} slots.
     *
     * @param size requests admitted at once, at least 1
     */
    public Admission(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("at least one request must be admitted, not " + size);
        }
        this.size = size;
        this.slots = new Semaphore(size);
    }

    /** Takes a slot if one is free. Never waits. */
    public Entry tryEnter() {
        return !shut && slots.tryAcquire() ? new Entered(slots) : new Busy();
    }

    /** From now on everybody is refused; whoever is inside stays until done. */
    public void shut() {
        shut = true;
    }

    /** Requests inside right now, from 0 to the size. */
    public int inFlight() {
        return size - slots.availablePermits();
    }

    /** What became of an attempt to enter. */
    public sealed interface Entry {}

    /** A slot, given back by {@link #close()}; closing twice gives it back once. */
    public static final class Entered implements Entry, AutoCloseable {
        private final Semaphore slots;
        private final AtomicBoolean left = new AtomicBoolean();

        private Entered(Semaphore slots) {
            this.slots = slots;
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                slots.release();
            }
        }
    }

    /** Every slot is taken. */
    public record Busy() implements Entry {}
}
