// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.core.packing.RowRange;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.server.checkpoints.ServedCheckpoint;

/**
 * Several jobs whose rows are computed in one batch. Rows do not see each other, so a job's logits are those of its own
 * pass.
 *
 * @param rows of all jobs
 * @param parts which of the rows are whose, at least one
 */
record SharedPass(RowBatch rows, List<Part> parts) {

    /** A job and where its rows are in the batch. */
    record Part(Job job, RowRange rows) {
        /** The job's own logits; a view. */
        Logits of(Logits all) {
            return rows.of(all);
        }
    }

    /** The rows of {@code jobs}, which {@linkplain Job#canShare() can share} a pass, job after job. */
    static SharedPass of(List<Job> jobs) {
        List<Row> rows = new ArrayList<>();
        List<Part> parts = new ArrayList<>(jobs.size());
        for (Job job : jobs) {
            parts.add(new Part(job, new RowRange(rows.size(), job.rows().size())));
            for (int row = 0; row < job.rows().size(); row++) {
                rows.add(job.rows().row(row));
            }
        }
        return new SharedPass(RowBatch.of(rows), List.copyOf(parts));
    }

    /** The one that all jobs are for. */
    ServedCheckpoint checkpoint() {
        return parts.getFirst().job().only().checkpoint();
    }

    /** Whether there is nobody left to do it for. */
    boolean givenUp() {
        return parts.stream().allMatch(part -> part.job().givenUp());
    }
}
