// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.nn.core.Embedding;
import java.lang.foreign.MemorySegment;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/** A table with a row for each id. */
sealed interface EmbeddingTable {

    /** A new array in float32: [ids.length, width]. */
    NDArray rows(int[] ids, PackedRows packed);

    /** The rows of a table [any, width] at some indexes: [indexes, width]. */
    static NDArray rows(NDArray indexes, NDArray table) {
        return Embedding.embedding(indexes, table, SparseFormat.DENSE).singletonOrThrow();
    }

    /**
     * Rows are read directly from the checkpoint's file. The vocabulary is the largest tensor of a checkpoint and a
     * pass needs few of its rows, so it is not converted as a whole.
     *
     * @param stored [entries, width], of {@code type}
     */
    record Mapped(MemorySegment stored, DataType type, long width) implements EmbeddingTable {
        Mapped(MemorySegment stored, TensorInfo tensor) {
            this(stored, tensor.type(), tensor.shape().getLast());
        }

        @Override
        public NDArray rows(int[] ids, PackedRows packed) {
            MemorySegment rows = packed.allocate(Float.BYTES * width * ids.length);
            for (int i = 0; i < ids.length; i++) {
                Widening.copy(type, stored, ids[i] * width, rows, i * width, width);
            }
            return packed.array(rows, new Shape(ids.length, width));
        }
    }

    /**
     * The table is on the device, in the type that it is stored in: the rows of a large pass would take longer to get
     * there than the pass.
     */
    record OnDevice(NDArray table, Operations operations) implements EmbeddingTable {
        @Override
        public NDArray rows(int[] ids, PackedRows packed) {
            return Scopes.only(() -> operations.exact(EmbeddingTable.rows(packed.array(ids), table)));
        }
    }
}
