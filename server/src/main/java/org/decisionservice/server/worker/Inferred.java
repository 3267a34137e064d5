// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.time.Duration;
import java.util.List;
import org.decisionservice.engine.spi.Logits;

/**
 * What came of a request's work.
 *
 * @param logits per {@link Work}, per batch
 * @param waited time in the queue
 * @param inference time on the inference thread, a load and the rows of others in the same pass included
 */
public record Inferred(List<List<Logits>> logits, Duration waited, Duration inference) {
    public Inferred {
        logits = List.copyOf(logits);
    }
}
