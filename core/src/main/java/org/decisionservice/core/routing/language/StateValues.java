// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.State;

/** The parts of a state that people wrote, which are its string values. Keys are field names, usually in English. */
final class StateValues {
    private static final int DEEPEST = 6;

    private StateValues() {}

    /** The string values of a state, in order. A text state has one. */
    static List<String> of(State state) {
        return switch (state) {
            case State.Text(String text) -> List.of(text);
            case State.Json json -> {
                List<String> values = new ArrayList<>();
                collect(json.value(), 0, values);
                yield values;
            }
        };
    }

    private static void collect(JsonValue value, int depth, List<String> values) {
        if (depth > DEEPEST) {
            return;
        }
        switch (value) {
            case JsonString(String text) -> values.add(text);
            case JsonObject object -> object.members().values().forEach(member -> collect(member, depth + 1, values));
            case JsonArray array -> array.elements().forEach(element -> collect(element, depth + 1, values));
            case JsonInteger _, JsonDouble _, JsonBoolean _, JsonNull _ -> {}
        }
    }

    /** The values joined by spaces and cut at {@code limit} characters. */
    static String window(List<String> values, int limit) {
        if (values.size() == 1 && values.getFirst().length() <= limit) {
            return values.getFirst();
        }
        StringBuilder window = new StringBuilder(limit + 1);
        for (String value : values) {
            if (window.length() >= limit) {
                break;
            }
            window.append(value, 0, Math.min(value.length(), limit - window.length()))
                    .append(' ');
        }
        int length = Math.min(window.length() - 1, limit);
        return length <= 0 ? "" : window.substring(0, length);
    }

    /** The non-blank lines of the values, up to {@code limit} characters in all, including line ends. */
    static List<Piece> lines(List<String> values, int limit) {
        List<Piece> lines = new ArrayList<>();
        int left = limit;
        for (String value : values) {
            for (int from = 0; from < value.length() && left > 0; ) {
                int to = endOfLine(value, from);
                Piece line = new Piece(value, from, Math.min(to, from + left));
                left -= line.length() + 1;
                if (!line.isBlank()) {
                    lines.add(line);
                }
                from = to + 1;
            }
        }
        return lines;
    }

    private static int endOfLine(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }
}
