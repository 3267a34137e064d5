// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Attention of all rows of a pass in one operation, for a device that a single row keeps idle. Queries and keys are
 * gathered into stretches of one length, and the places that no token fills are masked.
 */
final class BatchedAttention {
    /** The kernels for a GPU read masks in such steps, and copy one of another length. */
    private static final int STEP = 16;

    private final Operations operations;
    private final NumberType type;
    private final long heads;
    private final long headSize;

    /** @param type of the operands */
    BatchedAttention(Operations operations, NumberType type, int hidden, int heads) {
        this.operations = operations;
        this.type = type;
        this.heads = heads;
        this.headSize = hidden / heads;
    }

    /**
     * Neighbouring queries, and the keys around them.
     *
     * @param keys those that the queries may see
     * @param first index of the key at the first place, which is before all {@code keys} if that place stays empty
     */
    private record Stretch(Span queries, Span keys, int first) {}

    /** An operand in float32. */
    NDArray exact(NDArray operand) {
        return operations.exact(operand);
    }

    /** Every query of a row sees all of the row's keys: [rows] each. */
    Sight full(PackedRows packed, List<Span> queries, List<Span> keys) {
        if (haveOneLength(queries) && haveOneLength(keys)) {
            long rows = queries.size();
            return (query, key, value) -> operations.run("attend", query, key, value, rows, heads, headSize);
        }
        List<Stretch> stretches = IntStream.range(0, queries.size())
                .mapToObj(r ->
                        new Stretch(queries.get(r), keys.get(r), keys.get(r).start()))
                .toList();
        return padded(
                packed,
                stretches,
                longest(queries),
                Math.ceilDiv(longest(keys), STEP) * STEP,
                unseen -> operations.converted(unseen, type));
    }

    /** Every token sees those of its row within the window. */
    Sight local(PackedRows packed, Window window) {
        if (packed.tokens().stream().allMatch(window::holds)) {
            return full(packed, packed.tokens(), packed.tokens());
        }
        List<Stretch> stretches = packed.tokens().stream()
                .flatMap(row -> window.chunks(row).stream()
                        .map(chunk -> new Stretch(chunk, row, chunk.start() - window.distance())))
                .toList();
        NDArray band = window.band();
        return padded(
                packed,
                stretches,
                (int) band.getShape().get(0),
                (int) band.getShape().get(1),
                unseen -> operations.mask(unseen, band, type));
    }

    /** @param mask of the added scores of keys, [stretches, 1, 1, keys], those of all heads, queries and keys */
    private Sight padded(
            PackedRows packed, List<Stretch> stretches, int queries, int keys, UnaryOperator<NDArray> mask) {
        int[] queryAt = new int[stretches.size() * queries];
        int[] keyAt = new int[stretches.size() * keys];
        int[] placeOf = new int[stretches.getLast().queries().end()];
        MemorySegment unseen = packed.allocate((long) Float.BYTES * keyAt.length);
        for (int s = 0; s < stretches.size(); s++) {
            Stretch stretch = stretches.get(s);
            for (int i = 0; i < stretch.queries().length(); i++) {
                int query = stretch.queries().start() + i;
                queryAt[s * queries + i] = query;
                placeOf[query] = s * queries + i;
            }
            for (int i = 0; i < keys; i++) {
                int key = stretch.first() + i;
                boolean filled =
                        key >= stretch.keys().start() && key < stretch.keys().end();
                keyAt[s * keys + i] = filled ? key : 0;
                unseen.setAtIndex(ValueLayout.JAVA_FLOAT, s * keys + i, filled ? 0 : Float.NEGATIVE_INFINITY);
            }
        }
        NDArray gatheredQueries = packed.array(queryAt);
        NDArray gatheredKeys = packed.array(keyAt);
        NDArray places = packed.array(placeOf);
        NDArray added = mask.apply(packed.array(unseen, new Shape(stretches.size(), 1, 1, keys)));
        long rows = stretches.size();
        return (query, key, value) -> operations.run(
                "padded", query, key, value, rows, heads, headSize, gatheredQueries, gatheredKeys, added, places);
    }

    private static boolean haveOneLength(List<Span> spans) {
        return spans.stream().mapToInt(Span::length).distinct().count() == 1;
    }

    private static int longest(List<Span> spans) {
        return spans.stream().mapToInt(Span::length).max().orElseThrow();
    }
}
