// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;

/** What the encoder made of every row's state, on the heap. If nobody asks, nothing is computed. */
final class StateVectors {
    private static final int[] TOKENS = {0};

    private final PackedRows packed;
    /** [rows][4 · hidden], or empty. */
    private final float[][] vectors;

    StateVectors(PackedRows packed, boolean asked, int hidden) {
        this.packed = packed;
        this.vectors = new float[asked ? packed.rows().size() : 0][Logits.STATE_VECTORS * hidden];
    }

    /** Takes the hidden states that the decision head reads: [tokens, hidden]. */
    void last(NDArray hidden) {
        add(hidden, 0, row -> 0);
    }

    /** Takes those in the middle of the encoder: [tokens, hidden]. */
    void middle(NDArray hidden) {
        add(hidden, 2 * (int) hidden.getShape().get(1), Row::stateStart);
    }

    /** @param alone which token of a row is the second vector */
    private void add(NDArray hidden, int at, ToIntFunction<Row> alone) {
        for (int r = 0; r < vectors.length; r++) {
            Row row = packed.rows().get(r);
            if (row.stateStart() < row.stateEnd()) {
                int start = packed.tokens().get(r).start();
                int token = start + alone.applyAsInt(row);
                float[] mean = mean(hidden, start + row.stateStart(), start + row.stateEnd());
                float[] single = mean(hidden, token, token + 1);
                System.arraycopy(mean, 0, vectors[r], at, mean.length);
                System.arraycopy(single, 0, vectors[r], at + mean.length, single.length);
            }
        }
    }

    private static float[] mean(NDArray hidden, int from, int to) {
        try (NDArray mean = Scopes.only(
                () -> hidden.get(new NDIndex().addSliceDim(from, to)).mean(TOKENS))) {
            return mean.toFloatArray();
        }
    }

    /** [rows][4 · hidden], or empty if nobody asked; shares the arrays. */
    List<float[]> rows() {
        return Arrays.asList(vectors);
    }
}
