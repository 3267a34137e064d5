// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import org.decisionservice.engine.spi.Logits;

/**
 * A question's logits, seen slot by slot through all of its rows; a view. The options of a choice may be split among
 * several rows, in slot order. The same scorer saw every option behind the same instructions, so that logits of
 * different rows are on one scale; the act head saw one row at a time, and the row that holds the most likely option
 * decides.
 */
final class SlotLogits {
    private final Logits rows;
    private final int options;

    /** @param rows the rows of one question, at least one */
    SlotLogits(Logits rows) {
        this.rows = rows;
        int sum = 0;
        for (int row = 0; row < rows.size(); row++) {
            sum += rows.options(row);
        }
        this.options = sum;
    }

    int options() {
        return options;
    }

    /** The logits divided by {@code temperature}: [options]. */
    double[] dividedBy(double temperature) {
        double[] divided = new double[options];
        int next = 0;
        for (int row = 0; row < rows.size(); row++) {
            for (int slot = 0; slot < rows.options(row); slot++) {
                divided[next++] = rows.optionLogit(row, slot) / temperature;
            }
        }
        return divided;
    }

    /** That of the row with the largest logit, the first of several. */
    double actProbability() {
        int best = 0;
        for (int row = 1; row < rows.size(); row++) {
            best = largest(row) > largest(best) ? row : best;
        }
        return rows.actProbability(best);
    }

    private float largest(int row) {
        float largest = Float.NEGATIVE_INFINITY;
        for (int slot = 0; slot < rows.options(row); slot++) {
            largest = Math.max(largest, rows.optionLogit(row, slot));
        }
        return largest;
    }
}
