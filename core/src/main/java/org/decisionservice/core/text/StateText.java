// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import org.decisionservice.api.State;

/** A state as the text the model reads. */
public final class StateText {
    private StateText() {}

    public static String render(State state) {
        return switch (state) {
            case State.Text(String text) -> text;
            case State.Json(var value) -> JsonText.render(value);
        };
    }

    /** Code points of {@link #render}'s text, counted without building it. */
    public static long length(State state) {
        return switch (state) {
            case State.Text(String text) -> text.codePointCount(0, text.length());
            case State.Json(var value) -> JsonText.length(value);
        };
    }
}
