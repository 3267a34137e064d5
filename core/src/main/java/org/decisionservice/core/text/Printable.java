// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/**
 * Text for one line that people read, such as a log line, if parts of it come from a client or a file. Characters that
 * end a line, move the cursor, turn the direction of writing or cannot be seen at all are escaped as JSON does:
 * U+202E becomes <code>&#92;u202e</code>.
 */
public final class Printable {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private Printable() {}

    /** Whether {@code codePoint} is shown as itself. */
    public static boolean isPrintable(int codePoint) {
        // Nearly every character of a log is one of these.
        if (codePoint < 0x7f) {
            return codePoint >= ' ';
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> !isBlankLetter(codePoint);
        };
    }

    /** Hangul fillers are letters in Unicode but are displayed as blanks. */
    private static boolean isBlankLetter(int codePoint) {
        return codePoint == 0x115f || codePoint == 0x1160 || codePoint == 0x3164 || codePoint == 0xffa0;
    }

    /**
     * Returns {@code text} with its unprintable characters escaped. A text of JSON stays the same JSON, if it has line
     * breaks and tabs nowhere but in strings.
     */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (!isPrintable(text.codePointAt(i))) {
                return escaped(text, i);
            }
        }
        return text;
    }

    /** Returns {@code text} with its lines joined by spaces. */
    public static String joinLines(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String escaped(String text, int from) {
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, from);
        for (int i = from; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            append(out, text.codePointAt(i));
        }
        return out.toString();
    }

    /** Appends {@code codePoint}, escaped if it is not printable. */
    public static void append(StringBuilder out, int codePoint) {
        if (isPrintable(codePoint)) {
            out.appendCodePoint(codePoint);
            return;
        }
        for (char unit : Character.toChars(codePoint)) {
            out.append("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
                out.append(HEX[(unit >> shift) & 0xf]);
            }
        }
    }
}
