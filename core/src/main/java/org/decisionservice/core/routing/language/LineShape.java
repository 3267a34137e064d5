// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

/** The kind of a line, judged before its words are read. */
enum LineShape {
    PROSE,
    /** From a program, markup or a stack trace. */
    CODE,
    /** A name, address or heading: every longer word begins with a capital. */
    TITLE;

    /** Shorter words, such as particles in names and street names, may be in lower case. */
    private static final int LONGER_WORD = 4;

    /** A line all in capitals with more words than this is shouting, not a name. */
    private static final int LONGEST_NAME = 3;

    static LineShape of(Piece line) {
        if (isCode(line)) {
            return CODE;
        }
        return isTitle(line) ? TITLE : PROSE;
    }

    private static boolean isCode(Piece line) {
        String text = line.text();
        for (int i = line.from(); i < line.to(); i++) {
            boolean inside = i > line.from() && i + 1 < line.to();
            boolean hit = switch (text.charAt(i)) {
                case '{', '}', '=' -> true;
                case '(', '[' -> i > line.from() && Character.isLetterOrDigit(text.charAt(i - 1));
                case ';' -> i + 1 == line.to();
                case '<' -> inside && text.charAt(i + 1) == '/';
                case '>' -> inside && text.charAt(i - 1) == '-';
                default -> false;
            };
            if (hit) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTitle(Piece line) {
        String text = line.text();
        int words = 0;
        for (int i = line.from(); i < line.to(); ) {
            int end = i;
            while (end < line.to() && Letters.inWord(text, end, i, line.to())) {
                end++;
            }
            if (end > i) {
                words++;
                if (end - i >= LONGER_WORD && !Character.isUpperCase(text.charAt(i))) {
                    return false;
                }
            }
            i = end + 1;
        }
        return words > 0 && (words <= LONGEST_NAME || line.hasLowerCase());
    }
}
