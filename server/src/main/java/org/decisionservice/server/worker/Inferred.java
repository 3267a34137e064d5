// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.decisionservice.engine.spi.Logits;

/**
 * The result of a request's work.
 *
 * @param logits of the rows of each {@link Work}, in their order, whatever passes they were computed in
 * @param waited time in the queue
 * @param inference time on the inference thread, including any load and the rows of others in the same pass
 */
public record Inferred(Map<Work, Logits> logits, Duration waited, Duration inference) {
    public Inferred {
        logits = Map.copyOf(logits);
    }

    /** Returns the logits of {@code work}'s rows, in their order. */
    public Logits of(Work work) {
        return Objects.requireNonNull(logits.get(work), "work of another request");
    }

    /** The number of rows that were computed for the request. */
    public int rows() {
        return logits.values().stream().mapToInt(Logits::size).sum();
    }
}
