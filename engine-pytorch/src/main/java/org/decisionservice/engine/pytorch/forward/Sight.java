// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import java.util.List;

/** The encoder's attention in one pass: what it sees is the same in every layer of a kind. */
interface Sight {

    /**
     * Query, key, value and result are [tokens, hidden], or for the operands [tokens, heads, headSize]; {@code query}
     * is changed unless attention is batched.
     */
    NDArray attend(NDArray query, NDArray key, NDArray value);

    /** Every token sees its row; in the parallel layout, options do not see each other. */
    static Sight full(PackedRows packed, Attention attention) {
        return packed.parallel()
                .<Sight>map(rows -> masked(attention, new Blocks(packed).full(rows)))
                .orElseGet(() -> rows(packed, packed.tokens(), attention));
    }

    /** Every query sees all tokens of its row, in every layout. */
    static Sight rows(PackedRows packed, List<Span> queries, Attention attention) {
        return attention
                .batched()
                .map(batched -> batched.full(packed, queries, packed.tokens()))
                .orElseGet(() -> (query, key, value) -> attention.full(query, key, value, queries, packed.tokens()));
    }

    /** Every token sees what is within the window of what it sees in {@link #full}. */
    static Sight local(PackedRows packed, Attention attention, Window window) {
        return packed.parallel()
                .<Sight>map(rows -> masked(attention, new Blocks(packed).local(rows, window)))
                .orElseGet(() -> attention
                        .batched()
                        .map(batched -> batched.local(packed, window))
                        .orElseGet(() ->
                                (query, key, value) -> attention.local(query, key, value, packed.tokens(), window)));
    }

    private static Sight masked(Attention attention, List<Blocks.Block> blocks) {
        return (query, key, value) -> attention.blocks(query, key, value, blocks);
    }
}
