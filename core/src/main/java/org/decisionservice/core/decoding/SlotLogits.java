// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import org.decisionservice.engine.spi.Logits;

/**
 * A view of a question's logits, slot by slot across all of its rows. The options of a choice may be split among
 * several rows, in slot order. The same scorer sees every option after the same instructions, so logits of different
 * rows are on the same scale. The act head sees one row at a time; the row with the most likely option determines the
 * act probability.
 */
public final class SlotLogits {
    private final Logits rows;
    private final int options;

    /** @param rows the rows of one question, at least one */
    public SlotLogits(Logits rows) {
        this.rows = rows;
        int sum = 0;
        for (int row = 0; row < rows.size(); row++) {
            sum += rows.options(row);
        }
        this.options = sum;
    }

    /** The logits slot by slot: [options], new memory. */
    public double[] values() {
        double[] values = new double[options];
        int next = 0;
        for (int row = 0; row < rows.size(); row++) {
            for (int slot = 0; slot < rows.options(row); slot++) {
                values[next++] = rows.optionLogit(row, slot);
            }
        }
        return values;
    }

    /** The act probability of the row with the largest logit, or of the first such row. */
    public double actProbability() {
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
