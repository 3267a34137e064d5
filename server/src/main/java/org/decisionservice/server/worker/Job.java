// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.engine.spi.RowBatch;

/**
 * A request's work, with the outcome that its caller waits for.
 *
 * @param asked when it was submitted, on the worker's clock
 * @param outcome completed by the inference thread, cancelled by a caller that gives up, which ends the work
 */
record Job(List<Work> work, long asked, CompletableFuture<Inferred> outcome) {
    Job {
        work = List.copyOf(work);
    }

    /** Whether nobody waits for the job any more. */
    boolean givenUp() {
        return outcome.isCancelled();
    }

    /** Whether it is a single pass that other requests' rows may share. */
    boolean canShare() {
        return work.size() == 1
                && work.getFirst().shareable()
                && work.getFirst().batches().size() == 1;
    }

    /** The work of a job that {@linkplain #canShare() can share}. */
    Work only() {
        return work.getFirst();
    }

    /** The rows of a job that {@linkplain #canShare() can share}. */
    RowBatch rows() {
        return only().batches().getFirst();
    }
}
