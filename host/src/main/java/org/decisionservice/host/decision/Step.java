// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.List;
import org.decisionservice.api.DecisionResponse;

/** What follows when the rows of a round are computed. */
sealed interface Step {

    /**
     * Every question has its answer.
     *
     * @param responses one for each state, in the order of the request
     */
    record Answered(List<DecisionResponse> responses) implements Step {
        public Answered {
            responses = List.copyOf(responses);
        }
    }

    /** Some questions need another round. */
    record MoreWork(Prepared next) implements Step {}
}
