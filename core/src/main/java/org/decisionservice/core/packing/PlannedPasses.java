// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;

/**
 * The rows of one computation, split into passes of rows of similar length. This is the only place where a request's
 * rows become passes: the batches are the client's bound, the planner those of the deployment and of what computes.
 * Which rows are in a pass depends on nothing else.
 */
public final class PlannedPasses {
    private final List<List<PackedRow>> passes = new ArrayList<>();
    /** The place of each row of the passes among the rows of the batches: [rows]. */
    private final int[] places;

    /** @param batches rows that may be in one pass */
    public PlannedPasses(List<List<PackedRow>> batches, PassPlanner planner) {
        this.places = new int[batches.stream().mapToInt(List::size).sum()];
        int next = 0;
        int before = 0;
        for (List<PackedRow> batch : batches) {
            int[] lengths = batch.stream().mapToInt(PackedRow::length).toArray();
            for (List<Integer> pass : planner.plan(lengths)) {
                passes.add(pass.stream().map(batch::get).toList());
                for (int row : pass) {
                    places[next++] = before + row;
                }
            }
            before += batch.size();
        }
    }

    /** The rows of each pass, in the order in which they are computed. */
    public List<List<PackedRow>> passes() {
        return passes;
    }

    /**
     * The logits of all rows in the order of the batches.
     *
     * @param computed those of every pass
     */
    public Logits inOrder(List<Logits> computed) {
        return Logits.joined(computed).placed(places);
    }
}
