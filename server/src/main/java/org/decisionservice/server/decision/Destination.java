// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.Optional;
import org.decisionservice.api.Routing;
import org.decisionservice.core.routing.Route;
import org.decisionservice.server.checkpoints.ServedCheckpoint;

/**
 * Where a state goes.
 *
 * @param route how it was chosen; empty if nothing is routed
 */
record Destination(ServedCheckpoint checkpoint, Optional<Route> route) {

    /** What the response says about it. The checkpoint's own name for itself takes its files to be read. */
    Optional<Routing> routing() {
        return route.map(chosen -> new Routing(
                chosen.checkpoint(), checkpoint.repo(), chosen.reason(), chosen.detection(), chosen.workflow()));
    }
}
