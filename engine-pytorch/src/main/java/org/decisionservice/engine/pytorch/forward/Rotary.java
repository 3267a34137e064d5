// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/** Rotary positions for one theta. The table grows when a longer row is seen. */
final class Rotary {
    private static final int FEWEST_POSITIONS = 512;

    private final int heads;
    private final float[] frequencies;
    private final Parameters parameters;
    /** Cosines, then sines, which are negative in the first half: [2, positions, headSize]. */
    private NDArray table;

    /**
     * The angles of a pass. Both arrays are [tokens, 1, headSize].
     *
     * @param operations rotate, where it is faster
     */
    record Angles(NDArray cosines, NDArray sines, int heads, Optional<Operations> operations) {

        /**
         * Rotates every head by its token's angles: [tokens, hidden] to [tokens, heads, headSize]. Changes {@code x}
         * unless there are operations for it.
         */
        NDArray rotate(NDArray x) {
            return operations
                    .map(module -> module.turned(x, cosines, sines, heads))
                    .orElseGet(() -> inPlace(x));
        }

        private NDArray inPlace(NDArray x) {
            long headSize = cosines.getShape().get(2);
            NDArray split = x.reshape(-1, heads, headSize);
            NDArray turned = Scopes.only(() -> {
                NDIndex first = new NDIndex().addEllipseDim().addSliceDim(0, headSize / 2);
                NDIndex second = new NDIndex().addEllipseDim().addSliceDim(headSize / 2, headSize);
                return NDArrays.concat(new NDList(split.get(second), split.get(first)), 2)
                        .muli(sines);
            });
            return split.muli(cosines).addi(turned);
        }
    }

    Rotary(int heads, int headSize, double theta, Parameters parameters) {
        this.heads = heads;
        this.parameters = parameters;
        this.frequencies = new float[headSize / 2];
        for (int i = 0; i < frequencies.length; i++) {
            // Rounded twice, as in training: a difference in the last bit here would change the angle at every later
            // position.
            frequencies[i] = 1f / (float) Math.pow(theta, 2.0 * i / headSize);
        }
        this.table = table(FEWEST_POSITIONS);
    }

    /** The angles at these positions. */
    Angles angles(int[] positions, PackedRows packed) {
        int longest = Arrays.stream(positions).max().orElseThrow() + 1;
        if (longest > table.getShape().get(1)) {
            // If there is no memory for the longer one, the old one still answers for shorter rows.
            NDArray longer = table(Integer.highestOneBit(longest - 1) << 1);
            table.close();
            table = longer;
        }
        try (NDArray indexes = packed.array(positions)) {
            return new Angles(rows(0, indexes), rows(1, indexes), heads, parameters.batchedOperations());
        }
    }

    private NDArray rows(long part, NDArray indexes) {
        return Scopes.only(() -> EmbeddingTable.rows(indexes, table.get(part)).expandDims(1));
    }

    private NDArray table(int positions) {
        int half = frequencies.length;
        return parameters.array(new Shape(2, positions, 2L * half), memory -> {
            for (int position = 0; position < positions; position++) {
                for (int i = 0; i < half; i++) {
                    float angle = position * frequencies[i];
                    float cosine = (float) Math.cos(angle);
                    float sine = (float) Math.sin(angle);
                    long at = 2L * half * position + i;
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, at, cosine);
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, at + half, cosine);
                    at += 2L * half * positions;
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, at, -sine);
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, at + half, sine);
                }
            }
        });
    }
}
