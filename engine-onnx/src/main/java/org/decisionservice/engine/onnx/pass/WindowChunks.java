// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import org.decisionservice.engine.spi.Row;

/**
 * Sliding attention over the tokens of all rows: chunks of queries, each with the keys that any of them may reach. The
 * cost per token is the same however long the rows are.
 */
final class WindowChunks implements WindowLayout {
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
            int first = c * chunk - window;
            for (int i = 0; i < keys(); i++) {
                target.put(Math.clamp(first + i, 0, tokens - 1));
            }
        }
    }

    @Override
    public void writeBias(FloatBuffer target, float hidden) {
        // In pieces: a pass on a GPU takes less time than to write them one by one.
        float[] none = new float[keys()];
        Arrays.fill(none, hidden);
        float[] all = new float[keys()];
        for (int query = 0; query < blocks() * chunk; query++) {
            int first = query / chunk * chunk - window;
            int token = Math.min(query, tokens - 1);
            int from = Math.max(rowStarts[token], token - window) - first;
            int to = Math.min(rowEnds[token], token + window + 1) - first;
            target.put(none, 0, from).put(all, from, to - from).put(none, to, keys() - to);
        }
    }

    @Override
    public void writePlaces(IntBuffer target) {
        for (int token = 0; token < tokens; token++) {
            target.put(token);
        }
    }
}
