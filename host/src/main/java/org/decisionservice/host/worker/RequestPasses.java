// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.jspecify.annotations.Nullable;

/**
 * The passes of one {@link PassRequest}, and what they have given so far. Which rows are in a pass depends on the work
 * alone, so a request gets the same answer alone as beside others. For one thread.
 */
final class RequestPasses {
    private final List<List<PackedRow>> passes = new ArrayList<>();
    private final List<Logits> computed = new ArrayList<>();
    /** The place of each row of the passes among the rows of the work: [rows]. */
    private final int[] places;

    private final int limit;
    private @Nullable LoadedModel model;

    RequestPasses(PassRequest work, PassPlanner planner) {
        this.limit = planner.limit();
        this.places = new int[work.rows()];
        int next = 0;
        int before = 0;
        for (List<PackedRow> batch : work.batches()) {
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

    /** Most tokens of a pass of more than one row. */
    int limit() {
        return limit;
    }

    /** The number of passes that are not computed yet. */
    int left() {
        return passes.size() - computed.size();
    }

    /** Whether one of them is computed. */
    boolean begun() {
        return !computed.isEmpty();
    }

    /** The rows of the next pass. */
    List<PackedRow> next() {
        return passes.get(computed.size());
    }

    /**
     * Begins again if the passes so far were computed by another model, because a whole answer comes from one: a
     * checkpoint can be loaded again between two passes, on another device or from other files.
     */
    void with(LoadedModel now) {
        if (!Objects.equals(model, now)) {
            computed.clear();
            model = now;
        }
    }

    /** Takes the logits of {@link #next()}. */
    void add(Logits logits) {
        computed.add(logits);
    }

    /** The logits of all rows in the order of the work, when no pass is left. */
    Logits logits() {
        return Logits.joined(computed).placed(places);
    }
}
