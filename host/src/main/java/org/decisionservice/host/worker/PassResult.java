// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.time.Duration;
import java.util.List;
import org.decisionservice.engine.spi.Logits;

/**
 * What the inference thread computed for a request.
 *
 * @param logits those of each {@link PassRequest}, with its rows in their order, whatever passes they were computed in
 * @param rows that were computed for the request: without those whose logits were known
 * @param passes that these rows took, others' rows in them or not
 * @param waited time in the queue, before the first pass and between passes
 * @param loading time on the inference thread until the checkpoints were loaded; zero if they were resident
 * @param inference time on the inference thread apart from that, including the rows of others in the same passes
 */
public record PassResult(
        List<Logits> logits, int rows, int passes, Duration waited, Duration loading, Duration inference) {
    /** Nothing, which took no time. */
    public static final PassResult NONE = of(List.of(), 0, 0, 0, 0, 0);

    public PassResult {
        logits = List.copyOf(logits);
    }

    /** The result of a request that was there for {@code total} nanoseconds, and computed for others of them. */
    static PassResult of(List<Logits> logits, int rows, int passes, long total, long loading, long inference) {
        return new PassResult(
                logits,
                rows,
                passes,
                Duration.ofNanos(total - loading - inference),
                Duration.ofNanos(loading),
                Duration.ofNanos(inference));
    }

    /** The result of a request whose logits were all known. */
    static PassResult known(List<Logits> logits) {
        return of(logits, 0, 0, 0, 0, 0);
    }
}
