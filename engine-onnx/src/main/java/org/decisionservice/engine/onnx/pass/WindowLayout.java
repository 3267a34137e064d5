// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/**
 * Arranges tokens for sliding attention in blocks of queries, each with the keys that any of them may see. A slot
 * without a token of its own repeats another one.
 */
sealed interface WindowLayout permits AdjacentKeys, WindowStretches {

    int blocks();

    /** Query slots of a block. */
    int queries();

    /** Key slots of a block. */
    int keys();

    /** Token indexes: [blocks, queries]. */
    void writeQueries(IntBuffer target);

    /** Token indexes: [blocks, keys]. */
    void writeKeys(IntBuffer target);

    /** 0 where the query may see the key, else {@code hidden}: [blocks, 1, queries, keys]. */
    void writeBias(FloatBuffer target, float hidden);

    /** Position of every token among the query slots: [tokens]. */
    void writePlaces(IntBuffer target);
}
