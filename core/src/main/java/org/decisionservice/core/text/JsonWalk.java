// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/** Walks a JSON value in the order of its text. It uses its own stack, because the client chooses the depth. */
final class JsonWalk {

    /** Receives the text piece by piece. */
    interface Sink {
        /** Punctuation, a number or a literal: ASCII that needs no escaping. */
        void plain(String ascii);

        /** A string or a name, to be quoted and escaped. */
        void string(String value);
    }

    /** A container that has been started but not finished. */
    private sealed interface Open {
        Iterator<?> rest();

        /** Writes what precedes the next value and returns that value. */
        JsonValue next(Sink sink);

        String end();
    }

    private record OpenArray(Iterator<JsonValue> rest) implements Open {
        @Override
        public JsonValue next(Sink sink) {
            return rest.next();
        }

        @Override
        public String end() {
            return "]";
        }
    }

    private record OpenObject(Iterator<Map.Entry<String, JsonValue>> rest) implements Open {
        @Override
        public JsonValue next(Sink sink) {
            Map.Entry<String, JsonValue> member = rest.next();
            sink.string(member.getKey());
            sink.plain(": ");
            return member.getValue();
        }

        @Override
        public String end() {
            return "}";
        }
    }

    private final Sink sink;
    private final Deque<Open> open = new ArrayDeque<>();

    private JsonWalk(Sink sink) {
        this.sink = sink;
    }

    static void over(JsonValue value, Sink sink) {
        new JsonWalk(sink).run(value);
    }

    private void run(JsonValue root) {
        boolean first = begin(root);
        while (!open.isEmpty()) {
            Open innermost = open.getLast();
            if (!innermost.rest().hasNext()) {
                sink.plain(innermost.end());
                open.removeLast();
                first = false;
                continue;
            }
            if (!first) {
                sink.plain(", ");
            }
            first = begin(innermost.next(sink));
        }
    }

    /**
     * Writes a whole scalar, or the beginning of a container. Returns true if the next value is the first of a
     * container.
     */
    private boolean begin(JsonValue value) {
        switch (value) {
            case JsonString(String text) -> sink.string(text);
            case JsonInteger(String digits) -> sink.plain(digits);
            case JsonDouble(double number) -> sink.plain(JsonText.number(number));
            case JsonBoolean(boolean truth) -> sink.plain(truth ? "true" : "false");
            case JsonNull() -> sink.plain("null");
            case JsonArray(var elements) -> {
                sink.plain("[");
                open.addLast(new OpenArray(elements.iterator()));
                return true;
            }
            case JsonObject(var members) -> {
                sink.plain("{");
                open.addLast(new OpenObject(members.entrySet().iterator()));
                return true;
            }
        }
        return false;
    }
}
