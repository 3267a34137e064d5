// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.decisionservice.engine.spi.Logits;

/**
 * The result of a request's work.
 *
 * @param logits of the rows of each {@link Work}, in their order, whatever passes they were computed in
 * @param waited time in the queue, before the first pass and between passes
 * @param loading time on the inference thread until the checkpoints were loaded; zero if they were resident
 * @param inference time on the inference thread apart from that, including the rows of others in the same passes
 */
public record Inferred(Map<Work, Logits> logits, Duration waited, Duration loading, Duration inference) {
    private static final Logits NONE = new Logits(List.of(), new float[0]);

    /** The result of work without rows, for which nothing is computed or loaded. */
    public static final Inferred NOTHING = new Inferred(Map.of(), Duration.ZERO, Duration.ZERO, Duration.ZERO);

    public Inferred {
        logits = Map.copyOf(logits);
    }

    /** The result of a request that was there for {@code total} nanoseconds, and computed for others of them. */
    static Inferred of(Map<Work, Logits> logits, long total, long loading, long inference) {
        return new Inferred(
                logits,
                Duration.ofNanos(total - loading - inference),
                Duration.ofNanos(loading),
                Duration.ofNanos(inference));
    }

    /** Returns the logits of {@code work}'s rows, in their order; work without rows needs none computed. */
    public Logits of(Work work) {
        if (work.batches().isEmpty()) {
            return NONE;
        }
        return Objects.requireNonNull(logits.get(work), "work of another request");
    }

    /** The number of rows that were computed for the request. */
    public int rows() {
        return logits.values().stream().mapToInt(Logits::size).sum();
    }
}
