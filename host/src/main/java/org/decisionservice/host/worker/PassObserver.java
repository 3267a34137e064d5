// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/** Is told of every forward pass on the inference thread. An implementation must return at once and never throw. */
public interface PassObserver {
    /** Called after one pass over {@code rows} was computed, which a request may have many of. */
    void passed(ServedCheckpoint checkpoint, RowBatch rows);
}
