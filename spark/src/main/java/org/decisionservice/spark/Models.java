// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.Route;

/**
 * The models of a plan and the way to them. Safe for any number of threads.
 *
 * @param router empty if one checkpoint answers everything, under all names
 */
record Models(Map<CheckpointName, Model> byName, Optional<CheckpointRouter> router) {
    Models {
        byName = Map.copyOf(byName);
    }

    /**
     * The model that answers {@code state}.
     *
     * @throws RefusedException if the checkpoints lack it
     */
    Destination<Model> destination(State state, Set<String> questionIds, Controls controls) {
        if (router.isEmpty()) {
            return new Destination<>(byName.values().iterator().next(), Optional.empty());
        }
        Route route = router.get().route(state, questionIds, controls);
        Model model = byName.get(route.checkpoint());
        if (model == null) {
            throw new RefusedException(
                    Refusal.Kind.INVALID,
                    "checkpoint '" + route.checkpoint() + "' (" + route.reason()
                            + ") is not served here; set 'model' to one of: "
                            + byName.keySet().stream()
                                    .sorted()
                                    .map(CheckpointName::wireName)
                                    .collect(Collectors.joining(", ")));
        }
        return new Destination<>(model, Optional.of(route));
    }
}
