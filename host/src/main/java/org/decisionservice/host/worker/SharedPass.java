// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.RowDigest;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.checkpoints.CheckpointVersion;

/**
 * Several jobs whose rows are computed in one pass. Rows do not see each other, so a job gets the same logits as in a
 * pass of its own.
 *
 * @param rows of all jobs
 * @param parts which rows belong to which job, at least one
 */
record SharedPass(RowBatch rows, List<Part> parts) {

    /**
     * A job and its rows in the pass.
     *
     * @param first index of the first row
     * @param count rows
     */
    record Part(QueuedRequest job, int first, int count) {}

    /**
     * Combines the rows of {@code jobs}, which {@linkplain QueuedRequest#canShare() can share} a pass, job after job.
     *
     * @param equalOnce whether jobs with the same rows have them in the pass only once
     */
    static SharedPass of(List<QueuedRequest> jobs, boolean equalOnce) {
        List<PackedRow> rows = new ArrayList<>();
        List<Part> parts = new ArrayList<>(jobs.size());
        Map<RowDigest, Integer> firsts = new HashMap<>();
        for (QueuedRequest job : jobs) {
            List<PackedRow> own = job.passes().next();
            Integer equal = equalOnce ? firsts.putIfAbsent(job.current().digest(), rows.size()) : null;
            if (equal == null) {
                parts.add(new Part(job, rows.size(), own.size()));
                rows.addAll(own);
            } else {
                parts.add(new Part(job, equal, own.size()));
            }
        }
        RowBatch all = PackedRow.batch(rows);
        boolean vectors = jobs.stream().anyMatch(job -> job.current().stateVectors());
        return new SharedPass(vectors ? all.withStateVectors() : all, List.copyOf(parts));
    }

    /** The version of the checkpoint that the rows of all jobs were packed with. */
    CheckpointVersion version() {
        return parts.getFirst().job().current().version();
    }

    /** Gives every job its own logits, after a turn from {@code started} to {@code now} with so much loading. */
    void complete(Logits all, Passes passes, long started, long now, long loading) {
        for (Part part : parts) {
            QueuedRequest job = part.job();
            job.passes().add(all.slice(part.first(), part.count()));
            passes.complete(job);
            job.count(now - started, loading);
            job.outcome().complete(job.result(now));
        }
    }

    /** Whether nobody waits for any of the jobs any more. */
    boolean givenUp() {
        return parts.stream().allMatch(part -> part.job().givenUp());
    }
}
