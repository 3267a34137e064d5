// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.Optional;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Routing;
import org.decisionservice.core.routing.Route;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/**
 * The checkpoint that a state is sent to.
 *
 * @param route how it was chosen; empty if the deployment does not route
 */
record ServedDestination(ServedCheckpoint checkpoint, Optional<Route> route) {

    /** What the response says about the routing. Reading the checkpoint's own name requires its files. */
    Optional<Routing> routing() {
        return route.map(chosen -> new Routing(
                chosen.checkpoint(), checkpoint.repo(), reason(chosen), chosen.detection(), chosen.workflow()));
    }

    /** A client that is told {@code multilingual} would otherwise believe that its German was understood. */
    private String reason(Route chosen) {
        return !chosen.checkpoint().equals(CheckpointName.ENGLISH) && checkpoint.isStarter()
                ? chosen.reason() + "; no " + chosen.checkpoint()
                        + " checkpoint is installed, so the bundled English starter answered"
                : chosen.reason();
    }
}
