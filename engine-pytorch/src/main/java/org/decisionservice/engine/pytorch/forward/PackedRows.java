// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.spi.Row;

/**
 * The rows of a pass, with their tokens one after the other. The "selected" tokens are those that the decision head
 * reads: the first token of each row, CLS, followed by its markers.
 */
final class PackedRows implements AutoCloseable {
    private final List<Row> rows;
    private final Optional<List<ParallelRow>> parallel;
    private final List<Span> tokens = new ArrayList<>();
    private final List<Span> selected = new ArrayList<>();
    private final NDManager manager;
    private final Arena arena = Arena.ofConfined();

    /**
     * @param parallel the same rows in the parallel layout, if that is the checkpoint's
     * @param manager of the device; the pass takes ownership
     */
    PackedRows(List<Row> rows, Optional<List<ParallelRow>> parallel, NDManager manager) {
        this.rows = rows;
        this.parallel = parallel;
        this.manager = manager;
        int token = 0;
        int select = 0;
        for (Row row : rows) {
            tokens.add(new Span(token, token += row.length()));
            selected.add(new Span(select, select += 1 + row.options()));
        }
    }

    List<Row> rows() {
        return rows;
    }

    /** The rows in the parallel layout, if that is the checkpoint's: [rows]. */
    Optional<List<ParallelRow>> parallel() {
        return parallel;
    }

    /** The span of every row's tokens: [rows]. */
    List<Span> tokens() {
        return tokens;
    }

    /** The span of every row's selected tokens among all selected tokens: [rows]. */
    List<Span> selected() {
        return selected;
    }

    /** [tokens]. */
    int[] tokenIds() {
        int[] ids = new int[tokens.getLast().end()];
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            for (int i = 0; i < row.length(); i++) {
                ids[tokens.get(r).start() + i] = row.tokenId(i);
            }
        }
        return ids;
    }

    /** Position that the encoder gives every token: [tokens]. */
    int[] positions() {
        int[] positions = new int[tokens.getLast().end()];
        if (parallel.isPresent()) {
            int next = 0;
            for (ParallelRow row : parallel.get()) {
                for (int token = 0; token < row.length(); token++) {
                    positions[next++] = row.position(token);
                }
            }
            return positions;
        }
        for (Span row : tokens) {
            for (int token = row.start(); token < row.end(); token++) {
                positions[token] = token - row.start();
            }
        }
        return positions;
    }

    /** Type of the question that every token belongs to: [tokens]. */
    int[] questionTypes() {
        int[] types = new int[tokens.getLast().end()];
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            for (int i = 0; i < row.length(); i++) {
                types[tokens.get(r).start() + i] = row.type(i);
            }
        }
        return types;
    }

    /** Token index of every selected token: [selected]. */
    NDArray selectedTokens() {
        int[] indexes = new int[selected.getLast().end()];
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            int first = tokens.get(r).start();
            int at = selected.get(r).start();
            indexes[at++] = first;
            for (int slot = 0; slot < row.options(); slot++) {
                indexes[at++] = first + row.marker(slot);
            }
        }
        return array(indexes);
    }

    /** Position of every row's CLS token among the selected tokens: [rows]. */
    NDArray firstSelected() {
        return array(selected.stream().mapToInt(Span::start).toArray());
    }

    /** Indexes into an array: [indexes]. */
    NDArray array(int[] indexes) {
        return manager.create(indexes);
    }

    /** Memory that lasts as long as the pass. */
    MemorySegment allocate(long bytes) {
        return arena.allocate(bytes, Float.BYTES);
    }

    /** Wraps float32 memory of this pass as an array. */
    NDArray array(MemorySegment floats, Shape shape) {
        return array(manager, floats, shape);
    }

    /** Wraps float32 memory, which must outlive the array, or copies it if the manager's device is not the CPU. */
    static NDArray array(NDManager manager, MemorySegment floats, Shape shape) {
        return manager.create(floats.asByteBuffer().order(ByteOrder.nativeOrder()), shape, DataType.FLOAT32);
    }

    /** Closes the arrays first, because they point into the memory. */
    @Override
    public void close() {
        manager.close();
        arena.close();
    }
}
