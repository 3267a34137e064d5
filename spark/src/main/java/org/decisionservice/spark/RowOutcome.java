// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.State;

/** The outcome of a row. */
sealed interface RowOutcome {
    /** It was read, and has no answers yet. */
    record Waiting(State state) implements RowOutcome {}

    /** It has its answers. */
    record Answered(DecisionResponse response) implements RowOutcome {}

    /** It gets none; {@code reason} is what the service would say. */
    record Refused(String reason) implements RowOutcome {}
}
