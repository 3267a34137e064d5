// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.util.List;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.server.checkpoints.ServedCheckpoint;

/**
 * What a request wants of one checkpoint.
 *
 * @param batches one forward pass each; none at all still makes the checkpoint resident
 * @param shareable whether the rows of other requests may be in the same pass
 */
public record Work(ServedCheckpoint checkpoint, List<RowBatch> batches, boolean shareable) {
    public Work {
        batches = List.copyOf(batches);
    }
}
