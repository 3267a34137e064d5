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
 * Several requests whose rows are computed in one pass. Rows do not see each other, so a request gets the same logits
 * as in a pass of its own.
 *
 * @param rows of all requests
 * @param parts which rows belong to which request, at least one
 */
record SharedPass(RowBatch rows, List<Part> parts) {

    /**
     * A request and its rows in the pass.
     *
     * @param first index of the first row
     * @param count rows
     */
    record Part(QueuedRequest request, int first, int count) {}

    /**
     * Combines the rows of {@code requests}, which {@linkplain QueuedRequest#canShare() can share} a pass, request
     * after request.
     *
     * @param equalOnce whether requests with the same rows have them in the pass only once
     */
    static SharedPass of(List<QueuedRequest> requests, boolean equalOnce) {
        List<PackedRow> rows = new ArrayList<>();
        List<Part> parts = new ArrayList<>(requests.size());
        Map<RowDigest, Integer> firsts = new HashMap<>();
        for (QueuedRequest request : requests) {
            List<PackedRow> own = request.passes().next();
            Integer equal = equalOnce ? firsts.putIfAbsent(request.current().digest(), rows.size()) : null;
            if (equal == null) {
                parts.add(new Part(request, rows.size(), own.size()));
                rows.addAll(own);
            } else {
                parts.add(new Part(request, equal, own.size()));
            }
        }
        RowBatch all = PackedRow.batch(rows);
        boolean vectors =
                requests.stream().anyMatch(request -> request.current().stateVectors());
        return new SharedPass(vectors ? all.withStateVectors() : all, List.copyOf(parts));
    }

    /** The version of the checkpoint that the rows of all requests were packed with. */
    CheckpointVersion version() {
        return parts.getFirst().request().current().version();
    }

    /** Gives every request its own logits, after a turn from {@code started} to {@code now} with so much loading. */
    void complete(Logits all, Passes passes, long started, long now, long loading) {
        for (Part part : parts) {
            QueuedRequest request = part.request();
            request.passes().add(all.slice(part.first(), part.count()));
            passes.complete(request);
            request.count(now - started, loading);
            request.outcome().complete(request.result(now));
        }
    }

    /** Whether nobody waits for any of the requests any more. */
    boolean givenUp() {
        return parts.stream().allMatch(part -> part.request().givenUp());
    }
}
