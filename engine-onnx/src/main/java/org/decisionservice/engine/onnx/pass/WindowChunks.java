// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.IntBuffer;
import java.util.List;
import org.decisionservice.engine.spi.Row;

/**
 * Sliding attention over the tokens of all rows: chunks of queries, each with the keys that any of them may reach. The
 * cost per token is the same however long the rows are.
 */
final class WindowChunks implements AdjacentKeys {
    /** Fewest queries in a chunk: with fewer, the matrix products become too small to be fast. */
    static final int SMALLEST_CHUNK = 64;

    private final int window;
    private final int chunk;
    private final int tokens;
    private final int[] rowStarts;
    private final int[] rowEnds;

    WindowChunks(List<Row> rows, int window) {
        this.window = window;
        this.chunk = chunk(window);
        this.tokens = tokens(rows);
        this.rowStarts = new int[tokens];
        this.rowEnds = new int[tokens];
        int start = 0;
        for (Row row : rows) {
            int end = start + row.length();
            for (int token = start; token < end; token++) {
                rowStarts[token] = start;
                rowEnds[token] = end;
            }
            start = end;
        }
    }

    /** Number of scores that this layout of {@code rows} would compute. */
    static long scores(List<Row> rows, int window) {
        long queries = (long) Math.ceilDiv(tokens(rows), chunk(window)) * chunk(window);
        return queries * keys(window);
    }

    private static int chunk(int window) {
        return Math.max(SMALLEST_CHUNK, window);
    }

    private static int keys(int window) {
        return chunk(window) + 2 * window;
    }

    private static int tokens(List<Row> rows) {
        return rows.stream().mapToInt(Row::length).sum();
    }

    @Override
    public int blocks() {
        return Math.ceilDiv(tokens, chunk);
    }

    @Override
    public int queries() {
        return chunk;
    }

    @Override
    public int keys() {
        return keys(window);
    }

    @Override
    public void writeQueries(IntBuffer target) {
        for (int i = 0; i < blocks() * chunk; i++) {
            target.put(Math.min(i, tokens - 1));
        }
    }

    @Override
    public void writeKeys(IntBuffer target) {
        for (int c = 0; c < blocks(); c++) {
            int first = first(c);
            for (int i = 0; i < keys(); i++) {
                target.put(Math.clamp(first + i, 0, tokens - 1));
            }
        }
    }

    @Override
    public int firstSeen(int block, int query) {
        int token = token(block, query);
        return Math.max(rowStarts[token], token - window) - first(block);
    }

    @Override
    public int endOfSeen(int block, int query) {
        int token = token(block, query);
        return Math.min(rowEnds[token], token + window + 1) - first(block);
    }

    private int token(int block, int query) {
        return Math.min(block * chunk + query, tokens - 1);
    }

    /** What would be the token in the first key slot, if there were tokens before the first. */
    private int first(int block) {
        return block * chunk - window;
    }

    @Override
    public void writePlaces(IntBuffer target) {
        for (int token = 0; token < tokens; token++) {
            target.put(token);
        }
    }
}
