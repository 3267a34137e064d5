// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.Surrogates;
import org.decisionservice.contract.request.Limits;
import org.decisionservice.core.text.JsonText;
import org.jspecify.annotations.Nullable;

/** Reads the states of a column, with the service's limits and refusals. */
final class States {
    private static final String FIELD = "state";

    private final boolean documents;

    /** {@code documents} says whether texts are JSON. */
    States(boolean documents) {
        this.documents = documents;
    }

    /**
     * Reads a state.
     *
     * @throws RefusedException as the service refuses it
     */
    State read(@Nullable String text) {
        if (text == null) {
            throw malformed("'state' is required and must not be null");
        }
        if (!documents) {
            return checked(new State.Text(text), Surrogates.unpairedIn(text));
        }
        JsonReader.Document document = JsonReader.read(text.getBytes(StandardCharsets.UTF_8));
        JsonValue root = document.root();
        State state = switch (root) {
            case JsonNull _ -> throw malformed("'state' is required and must not be null");
            case JsonValue value -> JsonText.state(value);
        };
        return checked(state, document.unpaired());
    }

    private static State checked(State state, boolean unpaired) {
        Limits.checkState(FIELD, state);
        if (unpaired) {
            throw malformed(Surrogates.DETAIL);
        }
        return state;
    }

    private static RefusedException malformed(String detail) {
        return new RefusedException(Refusal.Kind.MALFORMED, List.of(FIELD), detail);
    }
}
