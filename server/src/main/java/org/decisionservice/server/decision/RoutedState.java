// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.decisionservice.api.State;

/**
 * A state of a request and where it goes.
 *
 * @param index of the state in the request, which its response has, too
 */
record RoutedState(int index, State state, Destination destination) {

    /** {@code states} in the order of the request, each sent where {@code route} says. */
    static List<RoutedState> of(List<State> states, Function<State, Destination> route) {
        return IntStream.range(0, states.size())
                .mapToObj(index -> new RoutedState(index, states.get(index), route.apply(states.get(index))))
                .toList();
    }
}
