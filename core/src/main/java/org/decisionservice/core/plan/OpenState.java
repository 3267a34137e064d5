// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Routing;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.rounds.QuestionProgress;
import org.decisionservice.core.rounds.Round;
import org.decisionservice.core.routing.StateLanguage;

/**
 * A state with questions that have no answer yet, before a round.
 *
 * @param index of the state in the request; its response has the same index
 * @param routing what its response says about the checkpoint; empty if the deployment does not route
 * @param calibration in force when the first round was packed; a new one holds for requests that come later
 * @param usage of the rounds before; empty before the first
 * @param vectors of the first round, by question id, for whoever learns; otherwise empty
 */
record OpenState(
        int index,
        State state,
        Optional<Routing> routing,
        Calibration calibration,
        Optional<Usage> usage,
        Map<String, float[]> vectors,
        Round round) {

    static <C extends PlannedCheckpoint> OpenState first(
            int index, State state, Destination<C> destination, Calibration all, Controls controls, Round round) {
        Calibration own = destination.language(controls).map(all::in).orElse(all);
        Calibration wanted = controls.coverage().isPresent() ? own.covering(controls.coverage()) : own;
        return new OpenState(
                index, state, routing(state, destination, controls), wanted, Optional.empty(), Map.of(), round);
    }

    private static <C extends PlannedCheckpoint> Optional<Routing> routing(
            State state, Destination<C> destination, Controls controls) {
        C checkpoint = destination.checkpoint();
        return destination
                .route()
                .map(route -> checkpoint
                        .routing(route)
                        .withLanguageSupported(StateLanguage.isAmong(
                                checkpoint.checkpoint().languages(), state, controls, route.detection())));
    }

    /** The same state in its next round. */
    OpenState next(Usage sofar, Map<String, float[]> first, SequencedMap<String, QuestionProgress> questions) {
        return new OpenState(index, state, routing, calibration, Optional.of(sofar), first, round.then(questions));
    }
}
