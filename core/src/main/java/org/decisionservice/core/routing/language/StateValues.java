// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonScalars;

/** The parts of a state that people wrote, which are its string values. Keys are field names, usually in English. */
final class StateValues {
    private static final int DEEPEST = 6;

    private StateValues() {}

    /** The string values of a state, in order. A text state has one. */
    static List<String> of(State state) {
        return switch (state) {
            case State.Text(String text) -> List.of(text);
            case State.Json(String json) -> strings(new JsonScalars(json));
        };
    }

    private static List<String> strings(JsonScalars scalars) {
        List<String> strings = new ArrayList<>();
        while (scalars.next()) {
            if (scalars.isString() && scalars.depth() <= DEEPEST) {
                strings.add(scalars.string());
            }
        }
        return strings;
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
