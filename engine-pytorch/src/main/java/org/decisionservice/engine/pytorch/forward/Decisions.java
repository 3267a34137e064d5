// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import java.util.Arrays;
import org.decisionservice.engine.spi.Logits;

/** The results of a pass, row by row, on the heap. */
final class Decisions {
    private final float[][] logits;
    private final float[] actProbabilities;

    /** @param scores one per selected token: [selected] */
    Decisions(PackedRows packed, float[] scores) {
        this.logits = packed.selected().stream()
                .map(span -> Arrays.copyOfRange(scores, span.start() + 1, span.end()))
                .toArray(float[][]::new);
        this.actProbabilities = new float[logits.length];
        Arrays.fill(actProbabilities, 1);
    }

    /** @param actions action probabilities, row by row: [rows · actions] */
    void act(float[] actions) {
        int count = actions.length / logits.length;
        for (int r = 0; r < logits.length; r++) {
            actProbabilities[r] = actions[r * count];
        }
    }

    /** Raw option logits of a row: [options]; not a copy. */
    float[] logits(int row) {
        return logits[row];
    }

    /** All of them, which shares the arrays; with act probabilities of 1 where no head says otherwise. */
    Logits asLogits(StateVectors vectors) {
        return new Logits(Arrays.asList(logits), actProbabilities, vectors.rows());
    }
}
