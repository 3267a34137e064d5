// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import org.decisionservice.api.Routing;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.routing.Route;

/** A checkpoint as a plan sees it. Compared by identity: the states of one are packed together. */
public interface PlannedCheckpoint {
    /** Configuration and tokenizer. */
    Checkpoint checkpoint();

    /** Turns its logits into probabilities. */
    Calibration calibration();

    /** The routing in the response to a state that {@code route} sent here. */
    Routing routing(Route route);
}
