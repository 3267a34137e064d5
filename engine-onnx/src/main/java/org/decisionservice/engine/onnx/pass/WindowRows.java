// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.IntBuffer;
import java.util.List;
import org.decisionservice.engine.spi.Row;

/**
 * Sliding attention row by row. This is the least work if the rows are of similar length and not much longer than the
 * window.
 */
final class WindowRows implements AdjacentKeys {
    private final int[] lengths;
    private final int longest;
    private final int window;

    WindowRows(List<Row> rows, int window) {
        this.lengths = rows.stream().mapToInt(Row::length).toArray();
        this.longest = rows.stream().mapToInt(Row::length).max().orElseThrow();
        this.window = window;
    }

    /** Number of scores to compute. */
    long scores() {
        return (long) lengths.length * longest * longest;
    }

    @Override
    public int blocks() {
        return lengths.length;
    }

    @Override
    public int queries() {
        return longest;
    }

    @Override
    public int keys() {
        return longest;
    }

    @Override
    public void writeQueries(IntBuffer target) {
        int start = 0;
        for (int length : lengths) {
            for (int i = 0; i < longest; i++) {
                target.put(start + Math.min(i, length - 1));
            }
            start += length;
        }
    }

    @Override
    public void writeKeys(IntBuffer target) {
        writeQueries(target);
    }

    @Override
    public int firstSeen(int block, int query) {
        return Math.max(0, token(block, query) - window);
    }

    @Override
    public int endOfSeen(int block, int query) {
        return Math.min(lengths[block], token(block, query) + window + 1);
    }

    /** A slot after the end of the row is the row's last token, so that no row of scores is masked completely. */
    private int token(int block, int query) {
        return Math.min(query, lengths[block] - 1);
    }

    @Override
    public void writePlaces(IntBuffer target) {
        for (int row = 0; row < lengths.length; row++) {
            for (int i = 0; i < lengths[row]; i++) {
                target.put(row * longest + i);
            }
        }
    }
}
