// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.State;
import org.decisionservice.api.StateCleaner;
import org.decisionservice.core.text.JsonText;

/** Makes the states of one request, cleaned if it asks for that. Every state has its text after this, once. */
public final class States {
    private final Optional<StateCleaner> cleaner;
    private final List<Cleaning> cleaned = new ArrayList<>();

    /**
     * @param cleaning empty if no request can ask for it
     * @param body whose members say whether states are cleaned
     */
    public States(Optional<StateCleaning> cleaning, Map<String, JsonValue> body) {
        this.cleaner = cleaning.flatMap(each -> each.asked(body));
    }

    /**
     * Makes a state, unless it is too long.
     *
     * @param field where the client put it
     */
    public State of(String field, JsonValue value) {
        if (cleaner.isEmpty()) {
            State state = JsonText.state(value);
            Limits.checkState(field, state);
            return state;
        }
        Limits.checkUncleaned(field, JsonText.state(value));
        StateCleaner.Cleaned clean = cleaner.get().clean(value);
        State state = JsonText.state(clean.state());
        Limits.checkState(field, state);
        cleaned.add(clean.cleaning());
        return state;
    }

    /** The cuts in each state, in the order they were made; empty if the request does not ask for cleaning. */
    public List<Cleaning> cleaned() {
        return List.copyOf(cleaned);
    }
}
