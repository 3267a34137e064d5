// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.decisionservice.api.State;

/**
 * A state of a request and its destination.
 *
 * @param index of the state in the request; its response has the same index
 */
record RoutedState(int index, State state, Destination destination) {

    /** Routes {@code states}, in the order of the request, with {@code route}. */
    static List<RoutedState> of(List<State> states, Function<State, Destination> route) {
        return IntStream.range(0, states.size())
                .mapToObj(index -> new RoutedState(index, states.get(index), route.apply(states.get(index))))
                .toList();
    }
}
