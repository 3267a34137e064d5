// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.kit.ParallelRow.Stretch;

/**
 * Sliding attention in the parallel layout: chunks of a row's queries, each with the stretch of the row that any of
 * them sees. Options share positions, so a chunk near them sees all of them, and the widest chunk sets the width.
 */
final class WindowStretches implements WindowLayout {
    private final int window;
    private final int chunk;
    private final int keys;
    private final List<Block> blocks = new ArrayList<>();

    /** @param start token index of the row's first token */
    private record Block(ParallelRow row, int start, Stretch queries, Stretch keys) {}

    WindowStretches(List<ParallelRow> rows, int window) {
        this.window = window;
        this.chunk = Math.min(
                Math.max(WindowChunks.SMALLEST_CHUNK, window),
                rows.stream().mapToInt(ParallelRow::length).max().orElseThrow());
        int start = 0;
        for (ParallelRow row : rows) {
            for (int from = 0; from < row.length(); from += chunk) {
                Stretch queries = new Stretch(from, Math.min(from + chunk, row.length()));
                blocks.add(new Block(row, start, queries, row.seen(queries, window)));
            }
            start += row.length();
        }
        this.keys =
                blocks.stream().mapToInt(block -> block.keys().length()).max().orElseThrow();
    }

    @Override
    public int blocks() {
        return blocks.size();
    }

    @Override
    public int queries() {
        return chunk;
    }

    @Override
    public int keys() {
        return keys;
    }

    @Override
    public void writeQueries(IntBuffer target) {
        for (Block block : blocks) {
            write(block.start(), block.queries(), chunk, target);
        }
    }

    @Override
    public void writeKeys(IntBuffer target) {
        for (Block block : blocks) {
            write(block.start(), block.keys(), keys, target);
        }
    }

    private static void write(int start, Stretch stretch, int width, IntBuffer target) {
        for (int i = 0; i < width; i++) {
            target.put(start + Math.min(stretch.start() + i, stretch.end() - 1));
        }
    }

    @Override
    public void writeBias(FloatBuffer target, float hidden) {
        for (Block block : blocks) {
            for (int i = 0; i < chunk; i++) {
                int query =
                        Math.min(block.queries().start() + i, block.queries().end() - 1);
                for (int k = 0; k < keys; k++) {
                    int key = block.keys().start() + k;
                    boolean seen = key < block.keys().end() && block.row().sees(query, key, window);
                    target.put(seen ? 0 : hidden);
                }
            }
        }
    }

    @Override
    public void writePlaces(IntBuffer target) {
        for (int b = 0; b < blocks.size(); b++) {
            for (int i = 0; i < blocks.get(b).queries().length(); i++) {
                target.put(b * chunk + i);
            }
        }
    }
}
