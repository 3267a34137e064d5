// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Health;
import org.decisionservice.host.residency.Residency;
import org.jspecify.annotations.Nullable;

/** Unloads all checkpoints when nothing was asked for some time. */
final class IdleUnload {
    private static final System.Logger LOG = System.getLogger(IdleUnload.class.getName());

    private final Residency residency;
    private final Duration window;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService inference;
    /** When the latest request was submitted, or had a pass. */
    private volatile long lastActivity;

    /** Used only on the inference thread. */
    private @Nullable ScheduledFuture<?> check;

    /**
     * @param window idle time after which checkpoints are dropped
     * @param inference the thread that the residency is confined to
     */
    IdleUnload(Residency residency, Duration window, LongSupplier nanoTime, ScheduledExecutorService inference) {
        this.residency = residency;
        this.window = window;
        this.nanoTime = nanoTime;
        this.inference = inference;
        this.lastActivity = nanoTime.getAsLong();
    }

    /** Something is asked at {@code now}. For any thread. */
    void submitted(long now) {
        lastActivity = now;
    }

    /** A pass or a load is over. On the inference thread. */
    void passed() {
        lastActivity = nanoTime.getAsLong();
        checkIn(window);
    }

    /** For any thread. */
    Health.Idle health() {
        return new Health.Idle(window, idle());
    }

    private void checkIn(Duration delay) {
        if (check != null) {
            check.cancel(false);
        }
        if (!inference.isShutdown()) {
            check = inference.schedule(Fatal.checked(this::dropIfIdle), delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void dropIfIdle() {
        Duration idle = idle();
        if (idle.compareTo(window) < 0) {
            checkIn(window.minus(idle));
        } else {
            int dropped = residency.dropAll();
            LOG.log(INFO, "idle for {0} s: {1} checkpoints unloaded", idle.toSeconds(), dropped);
            if (dropped > 0) {
                // Each load leaves megabytes of arrays, for which Java would let its heap grow up to its limit.
                // Nobody waits now.
                System.gc();
            }
        }
    }

    private Duration idle() {
        return Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - lastActivity));
    }
}
