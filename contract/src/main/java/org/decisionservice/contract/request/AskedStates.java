// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.Surrogates;
import org.decisionservice.core.text.StateText;

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
     * Makes every state.
     *
     * @throws RefusedException if one is too long
     */
    static AskedStates all(List<JsonValue> states) {
        List<State> answerable = new ArrayList<>(states.size());
        for (JsonValue value : states) {
            String field = states.size() == 1 ? "state" : field(answerable.size());
            answerable.add(state(field, value));
        }
        return new AskedStates(answerable, new TreeMap<>());
    }

    /** Makes every state that can be answered, and says of each of the others why not. */
    static AskedStates perState(List<JsonValue> states, JsonReader.Document document) {
        List<State> answerable = new ArrayList<>(states.size());
        SortedMap<Integer, Refusal> refused = new TreeMap<>();
        for (int index = 0; index < states.size(); index++) {
            JsonValue value = states.get(index);
            try {
                refuseNull(field(index), value);
                if (document.unpairedIn(value)) {
                    throw new RefusedException(Refusal.Kind.MALFORMED, List.of(field(index)), Surrogates.DETAIL);
                }
                answerable.add(state(field(index), value));
            } catch (RefusedException e) {
                refused.put(index, e.refusal());
            }
        }
        return new AskedStates(answerable, refused);
    }

    private static State state(String field, JsonValue value) {
        State state = StateText.of(value);
        Limits.checkState(field, state);
        return state;
    }

    static void refuseNull(String field, JsonValue value) {
        if (value instanceof JsonNull) {
            throw new RefusedException(
                    Refusal.Kind.MALFORMED, List.of(field), "'" + field + "' is required and must not be null");
        }
    }

    /** The name of a state in a batch. */
    static String field(int index) {
        return "states[" + index + "]";
    }
}
