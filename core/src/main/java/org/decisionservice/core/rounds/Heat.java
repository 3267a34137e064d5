// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.core.decoding.SlotLogits;
import org.decisionservice.engine.spi.Logits;

/** A group of options with their logits. Options are named by their index in the choice. */
final class Heat {
    private final List<Integer> options;
    private final Logits rows;
    /** [options]. */
    private final double[] logits;

    /**
     * @param options in slot order, at least one
     * @param rows with a slot for each of them
     */
    Heat(List<Integer> options, Logits rows) {
        this.options = List.copyOf(options);
        this.rows = rows;
        this.logits = new SlotLogits(rows).values();
        if (logits.length != options.size()) {
            throw new IllegalArgumentException(logits.length + " logits for " + options.size() + " options");
        }
    }

    List<Integer> options() {
        return options;
    }

    Logits rows() {
        return rows;
    }

    double logit(int slot) {
        return logits[slot];
    }

    /** The first option with the largest logit. */
    int winner() {
        int best = 0;
        for (int slot = 1; slot < logits.length; slot++) {
            best = logits[slot] > logits[best] ? slot : best;
        }
        return options.get(best);
    }

    /** The logarithm of the sum of the exponentials of the logits. */
    double total() {
        return LogSum.of(logits);
    }
}
