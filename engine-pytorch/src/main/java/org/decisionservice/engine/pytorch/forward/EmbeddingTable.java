// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * A table whose rows are read directly from the checkpoint's file. The vocabulary is the largest tensor of a checkpoint
 * and a pass needs few of its rows, so it is neither converted as a whole nor copied to a device.
 */
final class EmbeddingTable {
    private final MemorySegment stored;
    private final DataType type;
    private final long width;

    /** @param tensor [entries, width], stored in {@code stored} */
    EmbeddingTable(MemorySegment stored, TensorInfo tensor) {
        this.stored = stored;
        this.type = tensor.type();
        this.width = tensor.shape().getLast();
    }

    /** [ids.length, width]. */
    NDArray rows(int[] ids, PackedRows packed) {
        MemorySegment rows = packed.allocate(Float.BYTES * width * ids.length);
        for (int i = 0; i < ids.length; i++) {
            Widening.copy(type, stored, ids[i] * width, rows, i * width, width);
        }
        return packed.array(rows, new Shape(ids.length, width));
    }
}
