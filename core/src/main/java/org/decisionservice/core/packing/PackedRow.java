// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.jspecify.annotations.Nullable;

/**
 * A row that is to be computed. Its length is known, but its tokens are put together only when they are asked for: 64
 * questions about 64 states are 4096 rows, of which only those of one pass are needed at a time. Immutable.
 */
public final class PackedRow {
    private final int length;
    private final Supplier<Row> row;
    /** Computed when it is first asked for; threads that ask at the same time compute the same. */
    private @Nullable RowDigest digest;

    PackedRow(int length, Supplier<Row> row) {
        this.length = length;
        this.row = row;
    }

    /** A row whose tokens are there already. */
    public static PackedRow of(Row row) {
        return new PackedRow(row.length(), () -> row);
    }

    /** The rows of a pass with their tokens; {@code rows} has at least one. */
    public static RowBatch batch(List<PackedRow> rows) {
        return RowBatch.of(rows.stream().map(PackedRow::row).toList());
    }

    /** Number of tokens. */
    public int length() {
        return length;
    }

    /** Puts the tokens together, anew at every call. */
    public Row row() {
        return row.get();
    }

    /** Tells it from all rows that show the encoder something else. */
    RowDigest digest() {
        RowDigest known = digest;
        if (known == null) {
            known = RowDigest.of(row());
            digest = known;
        }
        return known;
    }
}
