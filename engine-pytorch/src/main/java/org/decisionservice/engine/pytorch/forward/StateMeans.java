// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import java.util.Arrays;
import java.util.List;
import org.decisionservice.engine.spi.Row;

/** Means of hidden states over the tokens of every row's state, on the heap. If nobody asks, nothing is computed. */
final class StateMeans {
    private static final int[] TOKENS = {0};

    private final PackedRows packed;
    /** [rows][2 · hidden], or empty. */
    private final float[][] means;

    StateMeans(PackedRows packed, boolean asked, int hidden) {
        this.packed = packed;
        this.means = new float[asked ? packed.rows().size() : 0][2 * hidden];
    }

    /** Takes the hidden states that the decision head reads: [tokens, hidden]. */
    void last(NDArray hidden) {
        add(hidden, 0);
    }

    /** Takes those in the middle of the encoder: [tokens, hidden]. */
    void middle(NDArray hidden) {
        add(hidden, (int) hidden.getShape().get(1));
    }

    private void add(NDArray hidden, int at) {
        for (int r = 0; r < means.length; r++) {
            Row row = packed.rows().get(r);
            if (row.stateStart() < row.stateEnd()) {
                int start = packed.tokens().get(r).start();
                try (NDArray mean = Scopes.only(() -> hidden.get(
                                new NDIndex().addSliceDim(start + row.stateStart(), start + row.stateEnd()))
                        .mean(TOKENS))) {
                    float[] values = mean.toFloatArray();
                    System.arraycopy(values, 0, means[r], at, values.length);
                }
            }
        }
    }

    /** [rows][2 · hidden], or empty if nobody asked; shares the arrays. */
    List<float[]> rows() {
        return Arrays.asList(means);
    }
}
