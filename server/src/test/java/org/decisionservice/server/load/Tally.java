// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.load;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what all clients sent and received. */
final class Tally {
    private static final int MOST_FAILURES = 20;

    final AtomicLong sent = new AtomicLong();
    final AtomicLong decided = new AtomicLong();
    final AtomicLong refused = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    void fail(String what) {
        if (failed.incrementAndGet() <= MOST_FAILURES) {
            failures.add(what);
        }
    }

    /** The first failures. */
    List<String> failures() {
        return failures;
    }

    /** Requests without an answer of any kind. */
    long lost() {
        return sent.get() - decided.get() - refused.get();
    }

    @Override
    public String toString() {
        return "sent %d: decided %d, refused with 503 %d, neither %d; failures %d"
                .formatted(sent.get(), decided.get(), refused.get(), lost(), failed.get());
    }
}
