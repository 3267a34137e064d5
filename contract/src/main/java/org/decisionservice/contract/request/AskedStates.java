// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.json.Surrogates;

/**
 * The states of a request.
 *
 * @param answerable those to decide on, in their order
 * @param refused why others are refused on their own, by their index in the request; empty unless the client asks for
 *     that
 */
public record AskedStates(List<State> answerable, SortedMap<Integer, Refusal> refused) {
    public AskedStates {
        answerable = List.copyOf(answerable);
        refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    }

    static AskedStates one(State state) {
        return new AskedStates(List.of(state), new TreeMap<>());
    }

    /** The number of states in the request. */
    public int count() {
        return answerable.size() + refused.size();
    }

    /** The index in the request of each answerable state. */
    public List<Integer> positions() {
        return IntStream.range(0, count())
                .filter(index -> !refused.containsKey(index))
                .boxed()
                .toList();
    }

    /**
     * Looks at each state on its own.
     *
     * @throws RefusedException if one is refused, unless {@code apart}
     */
    static AskedStates of(JsonArray states, boolean apart) {
        if (apart) {
            // There may be too many to say of each what is wrong.
            Limits.checkStates(states.elements().size());
        }
        List<State> answerable = new ArrayList<>();
        SortedMap<Integer, Refusal> refused = new TreeMap<>();
        for (int index = 0; index < states.elements().size(); index++) {
            JsonValue element = states.elements().get(index);
            String field = "states[" + index + "]";
            Optional<Refusal> refusal = apart ? refusal(field, element) : Optional.empty();
            if (refusal.isPresent()) {
                refused.put(index, refusal.get());
            } else {
                answerable.add(state(field, element));
            }
        }
        return new AskedStates(answerable, refused);
    }

    private static Optional<Refusal> refusal(String field, JsonValue element) {
        if (!(element instanceof JsonNull) && Surrogates.unpairedIn(element)) {
            return Optional.of(new Refusal(Refusal.Kind.MALFORMED, List.of(field), Surrogates.DETAIL));
        }
        try {
            Limits.checkState(field, state(field, element));
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(e.refusal());
        }
    }

    /** Reads one state. */
    static State state(String field, JsonValue value) {
        return switch (value) {
            case JsonNull _ ->
                throw new RefusedException(
                        Refusal.Kind.MALFORMED, List.of(field), "'" + field + "' is required and must not be null");
            case JsonString text -> new State.Text(text.value());
            case JsonValue json -> new State.Json(json);
        };
    }
}
