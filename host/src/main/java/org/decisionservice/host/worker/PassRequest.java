// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.List;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/**
 * The work that a request needs from one checkpoint.
 *
 * @param version of the checkpoint that the rows were packed with
 * @param batches rows that may be in one pass; with no batch the checkpoint still becomes resident
 * @param shareable whether the rows of other requests may be in the same pass
 */
public record PassRequest(CheckpointVersion version, List<List<PackedRow>> batches, boolean shareable) {
    public PassRequest {
        batches = List.copyOf(batches);
    }

    /** Work for the version of {@code checkpoint} that is in force. */
    PassRequest(ServedCheckpoint checkpoint, List<List<PackedRow>> batches, boolean shareable) {
        this(checkpoint.version(), batches, shareable);
    }

    ServedCheckpoint checkpoint() {
        return version.served();
    }

    /** The number of rows in all batches. */
    int rows() {
        return batches.stream().mapToInt(List::size).sum();
    }
}
