// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/** A layout in which the keys that a query sees lie side by side. */
sealed interface AdjacentKeys extends WindowLayout permits WindowChunks, WindowRows {

    /** The first key slot that a query sees. */
    int firstSeen(int block, int query);

    /** The key slot after the last one that a query sees. */
    int endOfSeen(int block, int query);

    /** {@link #firstSeen} of every query: [blocks, 1, queries, 1]. */
    default void writeFirstSeen(IntBuffer target) {
        for (int block = 0; block < blocks(); block++) {
            for (int query = 0; query < queries(); query++) {
                target.put(firstSeen(block, query));
            }
        }
    }

    /** {@link #endOfSeen} of every query: [blocks, 1, queries, 1]. */
    default void writeEndOfSeen(IntBuffer target) {
        for (int block = 0; block < blocks(); block++) {
            for (int query = 0; query < queries(); query++) {
                target.put(endOfSeen(block, query));
            }
        }
    }

    @Override
    default void writeBias(FloatBuffer target, float hidden) {
        float[] none = new float[keys()];
        Arrays.fill(none, hidden);
        float[] all = new float[keys()];
        for (int block = 0; block < blocks(); block++) {
            for (int query = 0; query < queries(); query++) {
                int from = firstSeen(block, query);
                int to = endOfSeen(block, query);
                target.put(none, 0, from).put(all, from, to - from).put(none, to, keys() - to);
            }
        }
    }
}
