// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.util.List;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.server.checkpoints.ServedCheckpoint;

/**
 * The work that a request needs from one checkpoint.
 *
 * @param batches one forward pass each; with no batch the checkpoint still becomes resident
 * @param shareable whether the rows of other requests may be in the same pass
 */
public record Work(ServedCheckpoint checkpoint, List<RowBatch> batches, boolean shareable) {
    public Work {
        batches = List.copyOf(batches);
    }
}
