// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.List;
import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.kit.ParallelRow.Stretch;
import org.decisionservice.engine.spi.Row;

/**
 * The rows of a pass in the parallel layout. Only the tokens of options do not see their whole row, so full attention
 * computes those alone with a mask, whose size grows with the options and not with the square of the row.
 */
final class ParallelRows {
    private final List<ParallelRow> rows;
    private final int longest;
    private final int spanWidth;

    ParallelRows(List<Row> rows) {
        this.rows = rows.stream().map(ParallelRow::new).toList();
        this.longest = this.rows.stream().mapToInt(ParallelRow::length).max().orElseThrow();
        this.spanWidth =
                this.rows.stream().mapToInt(row -> row.options().length()).max().orElseThrow();
    }

    /** Option tokens of the row with the most. */
    int spanWidth() {
        return spanWidth;
    }

    WindowLayout windows(int window) {
        return new WindowStretches(rows, window);
    }

    /** Position of every token: [tokens]. */
    void writePositions(IntBuffer target) {
        for (ParallelRow row : rows) {
            for (int i = 0; i < row.length(); i++) {
                target.put(row.position(i));
            }
        }
    }

    /** Token indexes of each row's option tokens, the last one repeated: [rows, spanWidth]. */
    void writeSpanQueries(IntBuffer target) {
        int start = 0;
        for (ParallelRow row : rows) {
            for (int i = 0; i < spanWidth; i++) {
                target.put(start + query(row, i));
            }
            start += row.length();
        }
    }

    /** 0 where the option token sees the token, else {@code hidden}: [rows, 1, spanWidth, longest]. */
    void writeSpanBias(FloatBuffer target, float hidden) {
        for (ParallelRow row : rows) {
            for (int i = 0; i < spanWidth; i++) {
                int query = query(row, i);
                for (int key = 0; key < longest; key++) {
                    target.put(key < row.length() && row.sees(query, key) ? 0 : hidden);
                }
            }
        }
    }

    private static int query(ParallelRow row, int index) {
        return Math.min(row.options().start() + index, row.options().end() - 1);
    }

    /** Where every token's result is in the results of all tokens followed by those of the queries: [tokens]. */
    void writeSpanPlaces(IntBuffer target) {
        int tokens = rows.stream().mapToInt(ParallelRow::length).sum();
        int start = 0;
        for (int r = 0; r < rows.size(); r++) {
            Stretch options = rows.get(r).options();
            for (int i = 0; i < rows.get(r).length(); i++) {
                boolean inOption = i >= options.start() && i < options.end();
                target.put(inOption ? tokens + r * spanWidth + i - options.start() : start + i);
            }
            start += rows.get(r).length();
        }
    }
}
