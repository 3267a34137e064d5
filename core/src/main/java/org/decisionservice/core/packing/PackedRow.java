// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * A row that waits to be computed. Its length is known, but its tokens are put together only when they are asked for:
 * 64 questions about 64 states are 4096 rows, of which only those of one pass are needed at a time. Immutable.
 */
public interface PackedRow {

    /** Number of tokens. */
    int length();

    /** Puts the tokens together; a new row at every call. */
    Row row();

    /** A row whose tokens are there already. */
    static PackedRow of(Row row) {
        return new PackedRow() {
            @Override
            public int length() {
                return row.length();
            }

            @Override
            public Row row() {
                return row;
            }
        };
    }

    /** The rows of a pass, with their tokens; {@code rows} has at least one. */
    static RowBatch batch(List<PackedRow> rows) {
        return RowBatch.of(rows.stream().map(PackedRow::row).toList());
    }
}
