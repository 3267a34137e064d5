// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.jspecify.annotations.Nullable;

/**
 * A request that is parsed and routed once, however often it is planned. Used by one thread at a time, but for
 * {@link #inTerms}.
 */
final class RoutedRequest {
    private final Destinations destinations;

    /** Released when it is used, because it may hold the body. */
    private @Nullable Supplier<ParsedRequest> parsing;

    private volatile @Nullable ParsedRequest parsed;
    private @Nullable List<Destination<ServedCheckpoint>> routed;

    RoutedRequest(Destinations destinations, Supplier<ParsedRequest> parsing) {
        this.destinations = destinations;
        this.parsing = parsing;
    }

    /** Parses it, unless that was done before. */
    void parse() {
        Supplier<ParsedRequest> unread = parsing;
        if (unread != null) {
            parsing = null;
            parsed = unread.get();
        }
    }

    /** The request, which must have been parsed. */
    ParsedRequest parsed() {
        return Objects.requireNonNull(parsed);
    }

    /** Where each of its states goes. */
    List<Destination<ServedCheckpoint>> route() {
        List<Destination<ServedCheckpoint>> known = routed;
        if (known == null) {
            DecisionRequest request = parsed().request();
            known = request.states().stream()
                    .map(state -> destinations.of(state, request.questions().keySet(), request.controls()))
                    .toList();
            routed = known;
        }
        return known;
    }

    /** A refusal as the client's contract words it; one of the body itself is worded so already. */
    RefusedException inTerms(RefusedException refused) {
        ParsedRequest known = parsed;
        return known == null ? refused : known.inTerms(refused);
    }
}
