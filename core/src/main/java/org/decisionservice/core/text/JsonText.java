// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import org.decisionservice.api.JsonValue;

/**
 * JSON text as Python's {@code json.dumps(value, ensure_ascii=False)} writes it: {@code ", "} between elements,
 * {@code ": "} after names, members in order, with only quotes, backslashes and characters below U+0020 escaped.
 */
public final class JsonText {
    private JsonText() {}

    public static String render(JsonValue value) {
        StringBuilder text = new StringBuilder();
        JsonWalk.over(value, new BuildingSink(text));
        return text.toString();
    }

    /** Number of code points in the text of {@link #render}, counted without building it. */
    public static long length(JsonValue value) {
        CountingSink count = new CountingSink();
        JsonWalk.over(value, count);
        return count.codePoints;
    }

    /** Number of bytes of a string in JSON and UTF-8, with its quotes. */
    public static long bytes(String text) {
        CountingSink count = new CountingSink();
        count.string(text);
        return count.bytes;
    }

    /** Number of bytes in UTF-8 of the text of {@link #render}, counted without building it. */
    public static long bytes(JsonValue value) {
        CountingSink count = new CountingSink();
        JsonWalk.over(value, count);
        return count.bytes;
    }

    /** A string as it is, anything else as its JSON text. Used for descriptions and instructions. */
    public static String asText(JsonValue value) {
        return value instanceof JsonValue.JsonString string ? string.value() : render(value);
    }

    /** A number in Python's spelling; a number that is not finite has the name that Python's JSON gives it. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        return PythonFloat.repr(value);
    }

    private record BuildingSink(StringBuilder text) implements JsonWalk.Sink {
        @Override
        public void plain(String ascii) {
            text.append(ascii);
        }

        @Override
        public void string(String value) {
            text.append('"');
            int copied = 0;
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (JsonEscape.needed(c)) {
                    text.append(value, copied, i);
                    JsonEscape.append(c, text);
                    copied = i + 1;
                }
            }
            text.append(value, copied, value.length()).append('"');
        }
    }

    private static final class CountingSink implements JsonWalk.Sink {
        private static final int QUOTES = 2;

        private long codePoints;
        private long bytes;

        @Override
        public void plain(String ascii) {
            codePoints += ascii.length();
            bytes += ascii.length();
        }

        @Override
        public void string(String value) {
            codePoints += QUOTES + value.codePointCount(0, value.length());
            bytes += QUOTES;
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (JsonEscape.needed(c)) {
                    codePoints += JsonEscape.length(c) - 1;
                    bytes += JsonEscape.length(c);
                } else {
                    bytes += utf8(c);
                }
            }
        }

        /** The bytes of a character, of which a surrogate is half of one. */
        private static int utf8(char c) {
            return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
    }
}
