// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.server.observe.Seldom;

/** Counts dropped lines and reports them in the log, at most once a minute. Safe for any number of threads. */
final class Losses {
    private static final System.Logger LOG = System.getLogger(DecisionLog.class.getName());

    private final String log;
    private final Seldom said = new Seldom(Duration.ofMinutes(1), System::nanoTime);
    private final AtomicLong dropped = new AtomicLong();

    /** @param log its name in the lines */
    Losses(String log) {
        this.log = log;
    }

    /** Counts {@code lines}; {@code why} completes the sentence "dropping lines because …". */
    void add(long lines, String why) {
        long all = dropped.addAndGet(lines);
        if (said.due()) {
            LOG.log(WARNING, "{0}: dropping lines because {1}; {2} dropped so far", log, why, Long.toString(all));
        }
    }

    long count() {
        return dropped.get();
    }
}
