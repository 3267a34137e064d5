// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Says when something is due that is done at most once in an interval, such as a line in the log. The calendar may
 * step, so it does not count. Safe for any number of threads.
 */
public final class Seldom {
    private final long interval;
    private final LongSupplier nanoTime;
    private final AtomicLong last;

    /** {@code nanoTime} is a clock with the contract of {@link System#nanoTime()}. */
    public Seldom(Duration interval, LongSupplier nanoTime) {
        this.interval = interval.toNanos();
        this.nanoTime = nanoTime;
        this.last = new AtomicLong(nanoTime.getAsLong() - this.interval);
    }

    /** Whether it is due now; if so, it is not until the interval is over. */
    public boolean due() {
        long now = nanoTime.getAsLong();
        long before = last.get();
        return now - before >= interval && last.compareAndSet(before, now);
    }
}
