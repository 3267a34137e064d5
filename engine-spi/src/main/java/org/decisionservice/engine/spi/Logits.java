// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;

/** What a forward pass found, on the heap: raw option logits in slot order and one act probability per row. */
public final class Logits {
    private final List<float[]> optionLogits;
    private final float[] actProbabilities;

    /**
     * Takes the arrays over; the caller must not keep them.
     *
     * @param optionLogits [rows][options of that row], before any temperature
     * @param actProbabilities [rows], entry 0 of the act head's softmax, in [0, 1]
     */
    public Logits(List<float[]> optionLogits, float[] actProbabilities) {
        if (optionLogits.size() != actProbabilities.length) {
            throw new IllegalArgumentException(
                    optionLogits.size() + " rows of logits, " + actProbabilities.length + " act probabilities");
        }
        this.optionLogits = List.copyOf(optionLogits);
        this.actProbabilities = actProbabilities;
    }

    public int size() {
        return actProbabilities.length;
    }

    public int options(int row) {
        return optionLogits.get(row).length;
    }

    public float optionLogit(int row, int slot) {
        return optionLogits.get(row)[slot];
    }

    public float actProbability(int row) {
        return actProbabilities[row];
    }
}
