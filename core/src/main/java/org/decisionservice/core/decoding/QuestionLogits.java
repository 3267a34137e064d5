// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.List;
import org.decisionservice.api.Window;
import org.decisionservice.engine.spi.Logits;

/**
 * The model's logits for one question about a state.
 *
 * <p>The options of a choice may be split among several rows, in slot order. The same scorer sees every option after
 * the same instructions, so the logits of these rows are on one scale. The act head sees one row at a time; the row
 * with the most likely option determines the act probability.
 *
 * @param rows the question's own rows, at least one
 * @param windows the part of the state that each row shows, if the state was read in windows, each with all options: at
 *     least two windows, numbered among themselves, and then the sentences that are read on their own, numbered among
 *     themselves; otherwise empty
 */
public record QuestionLogits(Logits rows, List<Window> windows) {
    public QuestionLogits {
        windows = List.copyOf(windows);
    }

    /** Logits of a state that was not split into windows. */
    public QuestionLogits(Logits rows) {
        this(rows, List.of());
    }

    /** The logits of all rows, slot by slot: [slots], new memory. */
    public double[] bySlot() {
        int slots = 0;
        for (int row = 0; row < rows.size(); row++) {
            slots += rows.options(row);
        }
        double[] logits = new double[slots];
        int next = 0;
        for (int row = 0; row < rows.size(); row++) {
            for (int slot = 0; slot < rows.options(row); slot++) {
                logits[next++] = rows.optionLogit(row, slot);
            }
        }
        return logits;
    }

    /**
     * The encoder's vectors of the state, which every row of the question shows: [4 · hidden].
     *
     * @throws IllegalStateException if the pass was not asked for them
     */
    float[] stateVectors() {
        return rows.stateVectors(0).orElseThrow(() -> new IllegalStateException("a pass without state vectors"));
    }

    /**
     * The mean of the encoder's vectors that several rows have about the same state.
     *
     * @param vectors at least one, of the same length: [4 · hidden]
     */
    public static float[] mean(List<float[]> vectors) {
        if (vectors.size() == 1) {
            return vectors.getFirst();
        }
        float[] mean = new float[vectors.getFirst().length];
        for (int i = 0; i < mean.length; i++) {
            double sum = 0;
            for (float[] each : vectors) {
                sum += each[i];
            }
            mean[i] = (float) (sum / vectors.size());
        }
        return mean;
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
