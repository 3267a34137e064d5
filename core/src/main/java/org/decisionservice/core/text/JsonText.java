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
import org.decisionservice.api.State;

/**
 * JSON text as Python's {@code json.dumps(value, ensure_ascii=False)} writes it: {@code ", "} between elements,
 * {@code ": "} after names, members in order, with only quotes, backslashes and characters below U+0020 escaped.
 */
public final class JsonText {
    private static final String HEX = "0123456789abcdef";

    /** Characters after which a text that is only measured is dropped. */
    private static final int PIECE = 4096;

    private final boolean measures;
    private final StringBuilder text;
    /** Characters that were dropped. */
    private int dropped;

    /** The elements or members that are left of each container that is open. The client chooses the depth. */
    private final Deque<Iterator<?>> open = new ArrayDeque<>();

    /** The character that ends each of these containers. */
    private final StringBuilder ends = new StringBuilder();

    private JsonText(boolean measures, StringBuilder text) {
        this.measures = measures;
        this.text = text;
    }

    public static String render(JsonValue value) {
        return switch (value) {
            case JsonDouble(double number) -> number(number);
            case JsonInteger(String digits) -> digits;
            // A builder that grows takes up to three times the memory of the text.
            case JsonValue other ->
                new JsonText(false, new StringBuilder(length(other)))
                        .whole(other)
                        .text
                        .toString();
        };
    }

    private static int length(JsonValue value) {
        JsonText measured = new JsonText(true, new StringBuilder()).whole(value);
        return measured.dropped + measured.text.length();
    }

    /** A string as it is, anything else as its JSON text. Used for descriptions and instructions. */
    public static String asText(JsonValue value) {
        return value instanceof JsonString string ? string.value() : render(value);
    }

    /** The state that {@code value} is: a string is plain text, anything else is rendered as JSON text. */
    public static State state(JsonValue value) {
        return value instanceof JsonString(String text) ? new State.Text(text) : new State.Json(render(value));
    }

    /** Number of bytes of a state as JSON in UTF-8, counted without encoding it. */
    public static long bytes(State state) {
        return switch (state) {
            case State.Text(String text) -> bytes(text);
            case State.Json json -> utf8Length(json.text());
        };
    }

    /** Number of bytes of a string in JSON and UTF-8, with its quotes. */
    public static long bytes(String text) {
        long bytes = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (escaped(c)) {
                bytes += letter(c) == 0 ? 6 : 2;
            } else {
                bytes += utf8(c);
            }
        }
        return bytes;
    }

    /** Number of bytes of a text in UTF-8. */
    private static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += utf8(text.charAt(i));
        }
        return bytes;
    }

    /** A number in Python's spelling; a number that is not finite has the name that Python's JSON gives it. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        return PythonFloat.repr(value);
    }

    private JsonText whole(JsonValue root) {
        boolean first = begin(root);
        while (!open.isEmpty()) {
            if (measures && text.length() > PIECE) {
                dropped += text.length();
                text.setLength(0);
            }
            Iterator<?> rest = open.getLast();
            if (!rest.hasNext()) {
                end();
                first = false;
                continue;
            }
            if (!first) {
                text.append(", ");
            }
            first = switch (rest.next()) {
                case JsonValue element -> begin(element);
                case Map.Entry<?, ?> member -> member(member);
                case Object other -> throw new IllegalStateException("neither an element nor a member: " + other);
            };
        }
        return this;
    }

    /**
     * Writes a whole scalar, or the beginning of a container. Returns true if the next value is the first of a
     * container.
     */
    private boolean begin(JsonValue value) {
        switch (value) {
            case JsonString(String string) -> string(string);
            case JsonInteger(String digits) -> text.append(digits);
            case JsonDouble(double number) -> text.append(number(number));
            case JsonBoolean(boolean truth) -> text.append(truth);
            case JsonNull() -> text.append("null");
            case JsonArray(var elements) -> {
                text.append('[');
                open.addLast(elements.iterator());
                ends.append(']');
                return true;
            }
            case JsonObject(var members) -> {
                text.append('{');
                open.addLast(members.entrySet().iterator());
                ends.append('}');
                return true;
            }
        }
        return false;
    }

    private boolean member(Map.Entry<?, ?> member) {
        string((String) member.getKey());
        text.append(": ");
        return begin((JsonValue) member.getValue());
    }

    private void end() {
        int innermost = ends.length() - 1;
        text.append(ends.charAt(innermost));
        ends.setLength(innermost);
        open.removeLast();
    }

    private void string(String value) {
        text.append('"');
        int copied = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (escaped(c)) {
                text.append(value, copied, i);
                escape(c);
                copied = i + 1;
            }
        }
        text.append(value, copied, value.length()).append('"');
    }

    private void escape(char c) {
        char letter = letter(c);
        if (letter == 0) {
            text.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
        } else {
            text.append('\\').append(letter);
        }
    }

    /** Whether a character may not appear in a JSON string as it is. */
    private static boolean escaped(char c) {
        return c < ' ' || c == '"' || c == '\\';
    }

    /** The character after the backslash, or 0 if there is no short form. */
    private static char letter(char c) {
        return switch (c) {
            case '"', '\\' -> c;
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> 0;
        };
    }

    /**
     * The character that an escape stands for.
     *
     * @param letter after the backslash
     * @param digits where the four hexadecimal digits of a {@code u} begin in {@code text}
     */
    static char unescaped(char letter, String text, int digits) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) Integer.parseInt(text, digits, digits + 4, 16);
            default -> letter;
        };
    }

    /** The bytes of a character, of which a surrogate is half of one. */
    private static int utf8(char c) {
        return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
