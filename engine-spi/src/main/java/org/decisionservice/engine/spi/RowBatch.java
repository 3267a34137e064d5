// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.IntBuffer;
import java.util.List;

/** The rows of one forward pass, concatenated without padding; an engine pads or packs them as it likes. Immutable. */
public final class RowBatch {
    private final List<Row> rows;
    private final int[] tokenIds;
    private final int[] starts;
    private final int optionCount;
    private final int longest;
    private final boolean stateVectors;

    private RowBatch(List<Row> rows) {
        this.rows = rows;
        this.stateVectors = false;
        this.starts = new int[rows.size() + 1];
        int options = 0;
        int longestSoFar = 0;
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            starts[r + 1] = Math.addExact(starts[r], row.length());
            options += row.options();
            longestSoFar = Math.max(longestSoFar, row.length());
        }
        this.tokenIds = new int[starts[rows.size()]];
        for (int r = 0; r < rows.size(); r++) {
            rows.get(r).copyTokenIds(tokenIds, starts[r]);
        }
        this.optionCount = options;
        this.longest = longestSoFar;
    }

    private RowBatch(RowBatch batch, boolean stateVectors) {
        this.rows = batch.rows;
        this.tokenIds = batch.tokenIds;
        this.starts = batch.starts;
        this.optionCount = batch.optionCount;
        this.longest = batch.longest;
        this.stateVectors = stateVectors;
    }

    /** Joins one or more rows into a batch. */
    public static RowBatch of(List<Row> rows) {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("a batch needs at least one row");
        }
        return new RowBatch(List.copyOf(rows));
    }

    /**
     * The same batch, which asks for {@link Logits#stateVectors} as well. An engine {@linkplain Engine#stateVectors()
     * without them} answers without.
     */
    public RowBatch withStateVectors() {
        return new RowBatch(this, true);
    }

    /** Whether {@link Logits#stateVectors} are asked for. */
    public boolean stateVectors() {
        return stateVectors;
    }

    /** Number of rows. */
    public int size() {
        return rows.size();
    }

    public Row row(int index) {
        return rows.get(index);
    }

    /** Read-only view of all token ids, row after row: [tokenCount]. */
    public IntBuffer tokenIds() {
        return IntBuffer.wrap(tokenIds).asReadOnlyBuffer();
    }

    /** Index of a row's first token in {@link #tokenIds()}. */
    public int start(int row) {
        return starts[row];
    }

    /** Tokens of all rows together. */
    public int tokenCount() {
        return tokenIds.length;
    }

    /** Option markers of all rows together. */
    public int optionCount() {
        return optionCount;
    }

    /** Tokens of the longest row. */
    public int longestRow() {
        return longest;
    }
}
