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

    /** Takes a slot if one is free. Never blocks. */
    public Entry tryEnter() {
        return !shut && slots.tryAcquire() ? new Entered(slots) : new Busy();
    }

    /** Refuses all requests from now on; those already admitted keep their slots until they are done. */
    public void shut() {
        shut = true;
    }

    /** The number of admitted requests, from 0 to the size. */
    public int inFlight() {
        return size - slots.availablePermits();
    }

    /** The result of an attempt to enter. */
    public sealed interface Entry {}

    /** A slot, released by {@link #close()}; closing twice releases it once. */
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
