// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/** The two spellings of an option's label, which is a JSON scalar other than null. */
public final class LabelText {
    private LabelText() {}

    /**
     * The label as the model reads it, as Python's {@code str} writes it: {@code False}, {@code 1e+16}, {@code 3.0}.
     */
    public static String forModel(JsonValue label) {
        return switch (label) {
            case JsonBoolean(boolean truth) -> truth ? "True" : "False";
            case JsonDouble(double number) when Double.isNaN(number) -> "nan";
            case JsonDouble(double number) when Double.isInfinite(number) -> number > 0 ? "inf" : "-inf";
            case JsonString _, JsonInteger _, JsonDouble _, JsonNull _, JsonArray _, JsonObject _ -> forKey(label);
        };
    }

    /** The label as a key in an answer's probabilities: {@code false}, {@code 1e+16}, {@code 3.0}. */
    public static String forKey(JsonValue label) {
        return switch (label) {
            case JsonString(String text) -> text;
            case JsonInteger(String digits) -> digits;
            case JsonDouble(double number) -> JsonText.number(number);
            case JsonBoolean(boolean truth) -> truth ? "true" : "false";
            case JsonNull _, JsonArray _, JsonObject _ ->
                throw new IllegalArgumentException("a label is a JSON scalar other than null, not " + label);
        };
    }
}
