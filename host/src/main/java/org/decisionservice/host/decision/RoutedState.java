// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.api.State;
import org.decisionservice.core.routing.LanguageCode;
import org.decisionservice.core.routing.Route;

/**
 * A state of a request and its destination.
 *
 * @param index of the state in the request; its response has the same index
 */
record RoutedState(int index, State state, Destination destination) {

    /** The language that the client or the router says the state is in, such as {@code de}. */
    Optional<String> language(Controls controls) {
        return controls.lang()
                .filter(code -> LanguageCode.stated(code).isPresent())
                .or(() -> destination.route().flatMap(Route::detection).flatMap(Detection::language))
                .map(LanguageCode::primarySubtag);
    }

    /** Routes {@code states}, in the order of the request, with {@code route}. */
    static List<RoutedState> of(List<State> states, Function<State, Destination> route) {
        return IntStream.range(0, states.size())
                .mapToObj(index -> new RoutedState(index, states.get(index), route.apply(states.get(index))))
                .toList();
    }
}
