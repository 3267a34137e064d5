// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.List;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.RowDigest;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/**
 * The work that a request needs from one checkpoint.
 *
 * @param version of the checkpoint that the rows were packed with
 * @param batches rows that may be in one pass; with no batch the checkpoint still becomes resident
 * @param shareable whether the rows of other requests may be in the same pass
 * @param stateVectors whether the engine is asked for its vectors of the states
 */
public record PassRequest(
        CheckpointVersion version, List<List<PackedRow>> batches, boolean shareable, boolean stateVectors) {
    public PassRequest {
        batches = List.copyOf(batches);
    }

    /** Work for the version of {@code checkpoint} that is in force. */
    PassRequest(ServedCheckpoint checkpoint, List<List<PackedRow>> batches, boolean shareable) {
        this(checkpoint.version(), batches, shareable, false);
    }

    /** Work without vectors. */
    PassRequest(CheckpointVersion version, List<List<PackedRow>> batches, boolean shareable) {
        this(version, batches, shareable, false);
    }

    /** These rows as the engine takes them. */
    RowBatch batch(List<PackedRow> rows) {
        RowBatch batch = PackedRow.batch(rows);
        return stateVectors ? batch.withStateVectors() : batch;
    }

    /** Tells its rows, as they may be together in passes, from others. */
    RowDigest digest() {
        return RowDigest.of(batches);
    }

    ServedCheckpoint checkpoint() {
        return version.served();
    }

    /** The number of rows in all batches. */
    int rows() {
        return batches.stream().mapToInt(List::size).sum();
    }
}
