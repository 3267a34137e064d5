// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import java.util.Optional;

/**
 * Attention within rows: queries [queries, hidden], keys and values [tokens, hidden] give [queries, hidden]. Every row
 * is computed separately, on views of the operands: nothing is padded, and nothing is copied before the result.
 */
final class Attention {
    /**
     * Most scores computed at once, over all heads. They stay in the processor's cache, and no row needs a matrix of
     * its length squared.
     */
    private static final int LARGEST_SCORES = 1 << 22;

    private final int heads;
    private final int headSize;

    Attention(int hidden, int heads) {
        this.heads = heads;
        this.headSize = hidden / heads;
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
                continue;
            }
            for (Span chunk : window.chunks(row)) {
                Span keys = window.keys(row, chunk);
                split.attend(chunk, keys, Optional.of(window.mask(chunk, keys)));
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

        /** Scales the query in place. */
        Heads(NDArray query, NDArray key, NDArray value) {
            this.query = split(query.muli(1 / Math.sqrt(headSize)));
            this.key = split(key);
            this.value = split(value);
        }

        private NDArray split(NDArray x) {
            return x.reshape(-1, heads, headSize).transpose(1, 0, 2);
        }

        /** @param mask added to the scores of every head: [queries, keys] */
        void chunks(Span queries, Span keys, Optional<NDArray> mask) {
            int chunk = Math.max(1, LARGEST_SCORES / heads / keys.length());
            for (int from = queries.start(); from < queries.end(); from += chunk) {
                Span part = new Span(from, Math.min(from + chunk, queries.end()));
                int first = from - queries.start();
                attend(part, keys, mask.map(all -> all.get(new NDIndex().addSliceDim(first, first + part.length()))));
            }
        }

        /** @param mask added to the scores of every head: [queries, keys] */
        void attend(Span queries, Span keys, Optional<NDArray> mask) {
            attended.add(Scopes.only(() -> {
                NDArray scores =
                        part(query, queries).batchMatMul(part(key, keys).swapAxes(1, 2));
                mask.ifPresent(scores::addi);
                return scores.softmax(-1).batchMatMul(part(value, keys)).transpose(1, 0, 2);
            }));
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
