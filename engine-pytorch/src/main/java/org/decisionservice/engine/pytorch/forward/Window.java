// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Sliding attention in chunks of queries, each with the keys around it. The cost per token is the same for rows of any
 * length.
 */
final class Window {
    /** Fewest queries in a chunk: with fewer, the matrix products become too small to be fast. */
    private static final int SMALLEST_CHUNK = 64;

    private final int window;
    private final int chunk;
    private final NDArray band;

    /** @param window largest distance between a query and a key, in tokens */
    Window(int window, Parameters parameters) {
        this.window = window;
        this.chunk = Math.max(SMALLEST_CHUNK, window);
        this.band = band(parameters);
    }

    /** The mask of a chunk in the middle of a row, over the keys starting {@code window} before it: [chunk, reach]. */
    private NDArray band(Parameters parameters) {
        int reach = chunk + 2 * window;
        return parameters.array(new Shape(chunk, reach), mask -> {
            for (int query = 0; query < chunk; query++) {
                for (int key = 0; key < reach; key++) {
                    boolean seen = Math.abs(query + window - key) <= window;
                    mask.setAtIndex(
                            ValueLayout.JAVA_FLOAT, (long) query * reach + key, seen ? 0 : Float.NEGATIVE_INFINITY);
                }
            }
        });
    }

    /** The same mask, which {@link #mask} is a part of. */
    NDArray band() {
        return band;
    }

    /** Largest distance between a query and a key. */
    int distance() {
        return window;
    }

    /** Whether every token of the row sees every other. */
    boolean holds(Span row) {
        return row.length() <= window + 1;
    }

    List<Span> chunks(Span row) {
        return row.chunks(chunk);
    }

    /** The keys that any query of the chunk sees. */
    Span keys(Span row, Span queries) {
        return new Span(Math.max(row.start(), queries.start() - window), Math.min(row.end(), queries.end() + window));
    }

    /** 0 where the query sees the key, else −∞: [queries, keys]. */
    NDArray mask(Span queries, Span keys) {
        int first = keys.start() - (queries.start() - window);
        return band.get(new NDIndex().addSliceDim(0, queries.length()).addSliceDim(first, first + keys.length()));
    }
}
