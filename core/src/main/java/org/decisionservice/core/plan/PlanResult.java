// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.List;
import org.decisionservice.api.DecisionResponse;

/** What follows when the rows of a plan are computed. */
public sealed interface PlanResult<C extends PlannedCheckpoint> {

    /**
     * Every question has its answer.
     *
     * @param responses one for each state, in the order of the request
     */
    record Answered<C extends PlannedCheckpoint>(List<DecisionResponse> responses) implements PlanResult<C> {
        public Answered {
            responses = List.copyOf(responses);
        }
    }

    /** Some questions need another round. */
    record MoreRows<C extends PlannedCheckpoint>(DecisionPlan<C> next) implements PlanResult<C> {}
}
