// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counts dropped lines and reports them in the log, at most once a minute. Safe for any number of threads. */
final class Losses {
    private static final System.Logger LOG = System.getLogger(DecisionLog.class.getName());
    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    private final String log;
    private final InstantSource clock;
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicReference<Instant> said = new AtomicReference<>(Instant.EPOCH);

    /** @param log its name in the lines */
    Losses(String log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Counts {@code lines}; {@code why} completes the sentence "dropping lines because …". */
    void add(long lines, String why) {
        long all = dropped.addAndGet(lines);
        Instant last = said.get();
        Instant now = clock.instant();
        if (Duration.between(last, now).compareTo(BETWEEN_LINES) >= 0 && said.compareAndSet(last, now)) {
            LOG.log(WARNING, "{0}: dropping lines because {1}; {2} dropped so far", log, why, Long.toString(all));
        }
    }

    long count() {
        return dropped.get();
    }
}
