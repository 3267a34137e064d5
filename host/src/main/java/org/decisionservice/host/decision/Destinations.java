// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.Route;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/** Finds the checkpoint of this deployment that answers a state. */
public final class Destinations {
    private final CheckpointRouter router;
    private final CheckpointCatalogue catalogue;

    public Destinations(CheckpointRouter router, CheckpointCatalogue catalogue) {
        this.router = router;
        this.catalogue = catalogue;
    }

    /** The same ways to other checkpoints. */
    public Destinations among(CheckpointCatalogue others) {
        return new Destinations(router, others);
    }

    CheckpointNames names() {
        return catalogue.names();
    }

    /** The names that {@code /health} uses for the checkpoints, resident or not. */
    List<String> checkpoints() {
        return catalogue.all().stream()
                .flatMap(checkpoint -> checkpoint.labels().stream())
                .toList();
    }

    Stream<TaughtQuestion> taught(Question question) {
        return catalogue.all().stream()
                .filter(ServedCheckpoint::isRead)
                .flatMap(checkpoint -> checkpoint.version().calibration().learnedAnyhow(question).stream());
    }

    /** The destination of a state; none of the checkpoint's files is read for it. */
    public Destination<ServedCheckpoint> of(State state, Set<String> questionIds, Controls controls) {
        if (!catalogue.routed()) {
            return new Destination<>(catalogue.all().getFirst(), Optional.empty());
        }
        Route route = router.route(state, questionIds, controls);
        CheckpointName name = route.checkpoint();
        ServedCheckpoint checkpoint = catalogue
                .find(name)
                .orElseThrow(() -> new RefusedException(
                        Refusal.Kind.INVALID,
                        List.of("model"),
                        "checkpoint '" + name + "' (" + route.reason() + ") is not served here; set 'model' to one of: "
                                + catalogue.served()));
        checkpoint.ask(name);
        return new Destination<>(checkpoint, Optional.of(route));
    }
}
