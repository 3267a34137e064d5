package org.decisionservice.server.worker;

import java.util.List;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.server.checkpoints.ServedCheckpoint;

/**
 * What a request wants of one checkpoint.
 *
 * @param batches one forward pass each; none at all still makes the checkpoint resident
 */
public record Work(ServedCheckpoint checkpoint, List<RowBatch> batches) {
    public Work {
        batches = List.copyOf(batches);
    }
}
