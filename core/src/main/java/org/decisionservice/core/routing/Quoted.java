// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Locale;

/**
 * Quotes a client's text for a routing reason: in single quotes, or in double quotes if the text contains single quotes
 * but no double ones, with unprintable characters escaped. Clients of the public service know this form from Python.
 * Errors use {@link org.decisionservice.core.text.Quote} instead.
 */
final class Quoted {

    private Quoted() {}

    static String of(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder out = new StringBuilder(text.length() + 2).append(quote);
        text.codePoints().forEach(character -> append(out, character, quote));
        return out.append(quote).toString();
    }

    private static void append(StringBuilder out, int character, char quote) {
        switch (character) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\\' -> out.append("\\\\");
            default -> {
                if (character == quote) {
                    out.append('\\').append(quote);
                } else if (prints(character)) {
                    out.appendCodePoint(character);
                } else if (character < 0x100) {
                    out.append(String.format(Locale.ROOT, "\\x%02x", character));
                } else if (character < 0x10000) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", character));
                } else {
                    out.append(String.format(Locale.ROOT, "\\U%08x", character));
                }
            }
        }
    }

    private static boolean prints(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default -> true;
        };
    }
}
