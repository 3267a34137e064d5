// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.State;

/** Makes states, with the text that the model reads. */
public final class StateText {
    private StateText() {}

    /** The state that {@code value} is: a string is plain text, anything else is rendered as JSON text. */
    public static State of(JsonValue value) {
        return value instanceof JsonString(String text) ? new State.Text(text) : new State.Json(JsonText.render(value));
    }

    /** Number of bytes of the state as JSON in UTF-8, counted without encoding it. */
    public static long bytes(State state) {
        return switch (state) {
            case State.Text(String text) -> JsonText.bytes(text);
            case State.Json json -> JsonText.utf8Length(json.text());
        };
    }
}
