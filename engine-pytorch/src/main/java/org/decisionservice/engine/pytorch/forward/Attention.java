// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Attention within rows: queries [queries, hidden], keys and values [tokens, hidden] give [queries, hidden]. Every row
 * is computed separately, on views of the operands: nothing is padded, and nothing is copied but results.
 */
final class Attention {
    /**
     * Most scores computed at once, over all heads. They stay in the processor's cache, and no row needs a matrix of
     * its length squared.
     */
    private static final int LARGEST_SCORES = 1 << 22;

    private final int heads;
    private final int headSize;
    private final Optional<BatchedAttention> batched;

    Attention(int hidden, int heads, Parameters parameters) {
        this.heads = heads;
        this.headSize = hidden / heads;
        this.batched = parameters.batchedAttention(hidden, heads);
    }

    /** What computes all rows at once, where that is faster. */
    Optional<BatchedAttention> batched() {
        return batched;
    }

    /** Every query of a row sees all of the row's keys. */
    NDArray full(NDArray query, NDArray key, NDArray value, List<Span> queries, List<Span> keys) {
        Heads split = new Heads(query, key, value);
        for (int r = 0; r < queries.size(); r++) {
            split.chunks(queries.get(r), keys.get(r), Optional.empty());
        }
        return split.joined();
    }

    /** Every query sees the keys of its row within the window. */
    NDArray local(NDArray query, NDArray key, NDArray value, List<Span> rows, Window window) {
        Heads split = new Heads(query, key, value);
        for (Span row : rows) {
            if (window.holds(row)) {
                split.chunks(row, row, Optional.empty());
            } else {
                split.add(row, window.chunks(row), chunk -> {
                    Span keys = window.keys(row, chunk);
                    return split.attend(chunk, keys, Optional.of(window.mask(chunk, keys)));
                });
            }
        }
        return split.joined();
    }

    /** The queries of every block see its keys; the blocks hold all queries, in their order. */
    NDArray blocks(NDArray query, NDArray key, NDArray value, List<Blocks.Block> blocks) {
        Heads split = new Heads(query, key, value);
        for (Blocks.Block block : blocks) {
            split.chunks(block.queries(), block.keys(), block.mask());
        }
        return split.joined();
    }

    /** The operands as [heads, any, headSize], and the results so far. */
    private final class Heads {
        private final NDArray query;
        private final NDArray key;
        private final NDArray value;
        private final NDList attended = new NDList();

        /** Scales the query in place, unless {@link Operations} may have returned it. */
        Heads(NDArray query, NDArray key, NDArray value) {
            double scale = 1 / Math.sqrt(headSize);
            this.query = split(batched.map(all -> all.exact(query).mul(scale)).orElseGet(() -> query.muli(scale)));
            this.key = split(batched.map(all -> all.exact(key)).orElse(key));
            this.value = split(batched.map(all -> all.exact(value)).orElse(value));
        }

        private NDArray split(NDArray x) {
            return x.reshape(-1, heads, headSize).transpose(1, 0, 2);
        }

        /** @param mask added to the scores of every head: [queries, keys] */
        void chunks(Span queries, Span keys, Optional<NDArray> mask) {
            int length = Math.max(1, LARGEST_SCORES / heads / keys.length());
            add(queries, queries.chunks(length), chunk -> {
                int first = chunk.start() - queries.start();
                return attend(
                        chunk,
                        keys,
                        mask.map(all -> all.get(new NDIndex().addSliceDim(first, first + chunk.length()))));
            });
        }

        /**
         * Adds the results of neighbouring chunks. They are written into one array, so that nothing that stays is
         * allocated between the scores of two chunks: where it was, malloc found no room for the next scores, and a row
         * of 8,192 tokens took 4 GB.
         *
         * @param chunks of {@code queries}, all of them
         */
        void add(Span queries, List<Span> chunks, Function<Span, NDArray> attention) {
            if (chunks.size() == 1) {
                attended.add(Scopes.only(() -> attention.apply(queries)));
                return;
            }
            NDArray all = query.getManager().zeros(new Shape(queries.length(), heads, headSize));
            for (Span chunk : chunks) {
                try (NDScope _ = new NDScope()) {
                    int first = chunk.start() - queries.start();
                    all.get(new NDIndex().addSliceDim(first, first + chunk.length()))
                            .addi(attention.apply(chunk));
                }
            }
            attended.add(all);
        }

        /** @param mask added to the scores of every head: [queries, keys] */
        NDArray attend(Span queries, Span keys, Optional<NDArray> mask) {
            NDArray scores = part(query, queries).batchMatMul(part(key, keys).swapAxes(1, 2));
            mask.ifPresent(scores::addi);
            return scores.softmax(-1).batchMatMul(part(value, keys)).transpose(1, 0, 2);
        }

        private static NDArray part(NDArray x, Span span) {
            return x.get(new NDIndex().addAllDim().addSliceDim(span.start(), span.end()));
        }

        NDArray joined() {
            NDArray all = attended.size() == 1 ? attended.getFirst() : NDArrays.concat(attended);
            return all.reshape(new Shape(-1, (long) heads * headSize));
        }
    }
}
