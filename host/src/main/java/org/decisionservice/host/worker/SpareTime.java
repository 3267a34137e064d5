// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.decisionservice.engine.spi.Interruption;
import org.jspecify.annotations.Nullable;

/**
 * The time in which no request is there, for work that nobody waits for. It begins some milliseconds after the last
 * request, because one often follows another, and ends with the first byte of the next one: what runs then is told to
 * end, while that request is still read and packed. Safe for any number of threads.
 */
public final class SpareTime implements AutoCloseable {
    private final long calm;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int requests;
    private long left;
    private @Nullable Interruption running;
    private boolean closed;
    private OptionalLong interrupted = OptionalLong.empty();
    private long ending;

    /**
     * @param calm time without a request before it begins
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     */
    public SpareTime(Duration calm, LongSupplier nanoTime) {
        this.calm = calm.toNanos();
        this.nanoTime = nanoTime;
        this.left = nanoTime.getAsLong();
    }

    /** A request is there. Whoever says so says {@link #left} once it is gone. */
    public void came() {
        lock.lock();
        try {
            requests++;
            interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** A request is gone. */
    public void left() {
        lock.lock();
        try {
            requests--;
            left = nanoTime.getAsLong();
            if (requests == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for spare time.
     *
     * @param limit until when, on the clock of this object
     * @return false if there was none until then, or there will be none any more
     */
    boolean await(long limit) throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long now = nanoTime.getAsLong();
                if (isNow(now)) {
                    return true;
                }
                if (now >= limit) {
                    return false;
                }
                long wait = requests == 0 ? Math.min(limit, left + calm) - now : limit - now;
                var _ = changed.await(Math.max(1, wait), TimeUnit.NANOSECONDS);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean isNow(long now) {
        return !closed && requests == 0 && now - left >= calm;
    }

    /** Begins a pass, which must {@link #end}; empty if this is no spare time. */
    Optional<Interruption> begin() {
        lock.lock();
        try {
            if (!isNow(nanoTime.getAsLong())) {
                return Optional.empty();
            }
            Interruption begun = new Interruption();
            running = begun;
            return Optional.of(begun);
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            running = null;
            if (interrupted.isPresent()) {
                ending += nanoTime.getAsLong() - interrupted.getAsLong();
                interrupted = OptionalLong.empty();
            }
        } finally {
            lock.unlock();
        }
    }

    private void interrupt() {
        if (running != null) {
            interrupted = OptionalLong.of(nanoTime.getAsLong());
            running.request();
            running = null;
        }
    }

    /** Time that passes took to end once a request had come, all together. */
    public Duration ending() {
        lock.lock();
        try {
            return Duration.ofNanos(ending);
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is none any more. */
    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends it for good, and what runs in it. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            interrupt();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
