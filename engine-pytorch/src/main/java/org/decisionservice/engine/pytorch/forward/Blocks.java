// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.kit.ParallelRow.Stretch;

/** Divides the tokens of a pass in the parallel layout into blocks of queries. The masks last as long as the pass. */
final class Blocks {
    private final PackedRows packed;
    private final List<Block> blocks = new ArrayList<>();

    /**
     * Neighbouring queries and the keys that they see.
     *
     * @param mask 0 where the query sees the key, else −∞: [queries, keys]; empty if every query sees every key
     */
    record Block(Span queries, Span keys, Optional<NDArray> mask) {}

    Blocks(PackedRows packed) {
        this.packed = packed;
    }

    /** Blocks of full attention, in token order. Only the tokens of options do not see their whole row. */
    List<Block> full(List<ParallelRow> rows) {
        for (int r = 0; r < rows.size(); r++) {
            full(rows.get(r), packed.tokens().get(r));
        }
        return blocks;
    }

    /** Blocks of sliding attention, in token order. */
    List<Block> local(List<ParallelRow> rows, Window window) {
        for (int r = 0; r < rows.size(); r++) {
            ParallelRow row = rows.get(r);
            Span tokens = packed.tokens().get(r);
            if (window.holds(tokens)) {
                full(row, tokens);
                continue;
            }
            for (Span chunk : window.chunks(new Span(0, row.length()))) {
                Stretch queries = new Stretch(chunk.start(), chunk.end());
                masked(row, tokens, queries, row.seen(queries, window.distance()), window.distance());
            }
        }
        return blocks;
    }

    private void full(ParallelRow row, Span tokens) {
        Stretch options = row.options();
        whole(tokens, new Stretch(0, options.start()));
        masked(row, tokens, options, new Stretch(0, row.length()), row.length());
        whole(tokens, new Stretch(options.end(), row.length()));
    }

    private void whole(Span tokens, Stretch queries) {
        if (queries.length() > 0) {
            blocks.add(new Block(span(tokens, queries), tokens, Optional.empty()));
        }
    }

    private void masked(ParallelRow row, Span tokens, Stretch queries, Stretch keys, int window) {
        MemorySegment mask = packed.allocate((long) Float.BYTES * queries.length() * keys.length());
        long next = 0;
        for (int query = queries.start(); query < queries.end(); query++) {
            for (int key = keys.start(); key < keys.end(); key++) {
                float added = row.sees(query, key, window) ? 0 : Float.NEGATIVE_INFINITY;
                mask.setAtIndex(ValueLayout.JAVA_FLOAT, next++, added);
            }
        }
        NDArray array = packed.array(mask, new Shape(queries.length(), keys.length()));
        blocks.add(new Block(span(tokens, queries), span(tokens, keys), Optional.of(array)));
    }

    /** @param tokens the row's tokens among those of the pass */
    private static Span span(Span tokens, Stretch stretch) {
        return new Span(tokens.start() + stretch.start(), tokens.start() + stretch.end());
    }
}
