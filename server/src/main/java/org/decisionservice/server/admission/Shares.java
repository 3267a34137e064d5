// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.util.HashMap;
import java.util.Map;

/** How many requests of each address are admitted or wait. Not safe for several threads. */
final class Shares {
    private final int most;
    private final Map<String, Integer> counts = new HashMap<>();

    /** @param most maximum number of requests of one address; 0 sets no limit and counts nothing */
    Shares(int most) {
        this.most = most;
    }

    /** Counts one more request of {@code address}; returns false, and counts nothing, if that is over its share. */
    boolean take(String address) {
        if (most == 0) {
            return true;
        }
        int count = counts.getOrDefault(address, 0);
        if (count == most) {
            return false;
        }
        counts.put(address, count + 1);
        return true;
    }

    /** Takes back what {@link #take} counted. */
    void giveBack(String address) {
        if (most > 0) {
            counts.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        }
    }
}
