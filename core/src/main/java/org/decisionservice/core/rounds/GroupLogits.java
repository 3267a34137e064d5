// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.core.decoding.QuestionLogits;

/** A group of options with their logits. Options are named by their index in the choice. */
final class GroupLogits {
    private final List<Integer> options;
    private final QuestionLogits rows;
    /** [options]. */
    private final double[] logits;

    /**
     * @param options in slot order, at least one
     * @param rows with a slot for each of them
     */
    GroupLogits(List<Integer> options, QuestionLogits rows) {
        this.options = List.copyOf(options);
        this.rows = rows;
        this.logits = rows.bySlot();
        if (logits.length != options.size()) {
            throw new IllegalArgumentException(logits.length + " logits for " + options.size() + " options");
        }
    }

    List<Integer> options() {
        return options;
    }

    QuestionLogits rows() {
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

    /** The logarithm of the sum of the exponentials of all logits. */
    double total() {
        return logSumExp(logits);
    }

    /** log Σ exp(value) of at least one value; neither overflows nor vanishes. */
    static double logSumExp(double... values) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        double sum = 0;
        for (double value : values) {
            sum += Math.exp(value - largest);
        }
        return largest + Math.log(sum);
    }
}
