// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/** Escapes characters that may not appear in a JSON string as they are. */
final class JsonEscape {
    private static final int LENGTH_OF_SHORT = 2;
    private static final int LENGTH_OF_UNICODE = 6;
    private static final String HEX = "0123456789abcdef";

    private JsonEscape() {}

    static boolean needed(char c) {
        return c < ' ' || c == '"' || c == '\\';
    }

    static int length(char c) {
        return letter(c) == 0 ? LENGTH_OF_UNICODE : LENGTH_OF_SHORT;
    }

    static void append(char c, StringBuilder text) {
        char letter = letter(c);
        if (letter == 0) {
            text.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
        } else {
            text.append('\\').append(letter);
        }
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
}
