// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PlannedPasses;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.jspecify.annotations.Nullable;

/**
 * The passes of one {@link PassRequest}, and what they have given so far. Which rows are in a pass depends on the work
 * and on the model alone, so a request gets the same answer alone as beside others. For one thread.
 */
final class RequestPasses {
    private final PassRequest work;
    private final List<Logits> computed = new ArrayList<>();
    private PlannedPasses planned;
    private int limit;
    private @Nullable LoadedModel model;

    /** @param planner of the model that will compute them, as far as it is known */
    RequestPasses(PassRequest work, PassPlanner planner) {
        this.work = work;
        this.planned = new PlannedPasses(work.batches(), planner);
        this.limit = planner.limit();
    }

    /** Most tokens of a pass of more than one row. */
    int limit() {
        return limit;
    }

    /** The number of passes that are computed. */
    int computed() {
        return computed.size();
    }

    /** The number of passes that are not computed yet. */
    int left() {
        return planned.passes().size() - computed.size();
    }

    /** Whether one of them is computed. */
    boolean begun() {
        return !computed.isEmpty();
    }

    /** The rows of the next pass. */
    List<PackedRow> next() {
        return planned.passes().get(computed.size());
    }

    /**
     * Begins again if the passes so far were computed by another model, because a whole answer comes from one: a
     * checkpoint can be loaded again between two passes, on another device or from other files.
     *
     * @param planner of this model, which is only known once it is loaded
     */
    void with(LoadedModel now, PassPlanner planner) {
        if (!Objects.equals(model, now)) {
            computed.clear();
            model = now;
            if (planner.limit() != limit) {
                planned = new PlannedPasses(work.batches(), planner);
                limit = planner.limit();
            }
        }
    }

    /** Takes the logits of {@link #next()}. */
    void add(Logits logits) {
        computed.add(logits);
    }

    /** The logits of all rows in the order of the work, when no pass is left. */
    Logits logits() {
        return planned.inOrder(computed);
    }
}
