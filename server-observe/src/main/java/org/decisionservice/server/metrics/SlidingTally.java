// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.decisionservice.judging.drift.Tally;

/** The answers to one question in the last slots of time. Safe for any number of threads. */
final class SlidingTally {
    private final int kept;
    private final NavigableMap<Long, Tally> slots = new TreeMap<>();
    /** Of all slots together. */
    private final Tally sum = new Tally();

    /** Keeps {@code kept} slots and the one that is being filled. */
    SlidingTally(int kept) {
        this.kept = kept;
    }

    synchronized void add(long slot, Tally.Seen seen) {
        forget(slot);
        slots.computeIfAbsent(slot, _ -> new Tally()).add(seen);
        sum.add(seen);
    }

    private void forget(long slot) {
        NavigableMap<Long, Tally> old = slots.headMap(slot - kept, false);
        old.values().forEach(sum::subtract);
        old.clear();
    }

    /** The answers of the slots that were complete when {@code slot} began. */
    synchronized Tally before(long slot) {
        forget(slot);
        Tally complete = new Tally();
        complete.add(sum);
        slots.tailMap(slot, true).values().forEach(complete::subtract);
        return complete;
    }
}
