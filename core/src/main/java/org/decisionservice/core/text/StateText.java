// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import org.decisionservice.api.State;

/** Renders a state as the text that the model reads. */
public final class StateText {
    private StateText() {}

    public static String render(State state) {
        return switch (state) {
            case State.Text(String text) -> text;
            case State.Json(var value) -> JsonText.render(value);
        };
    }

    /** Number of bytes of the state as JSON in UTF-8, counted without building it. */
    public static long bytes(State state) {
        return switch (state) {
            case State.Text(String text) -> JsonText.bytes(text);
            case State.Json(var value) -> JsonText.bytes(value);
        };
    }

    /** Number of code points in the text of {@link #render}, counted without building it. */
    public static long length(State state) {
        return switch (state) {
            case State.Text(String text) -> text.codePointCount(0, text.length());
            case State.Json(var value) -> JsonText.length(value);
        };
    }
}
