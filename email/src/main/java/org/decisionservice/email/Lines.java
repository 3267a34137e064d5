// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.Locale;

/** The lines of a text: where they are, and what they say in a form that can be compared. */
final class Lines {
    /** A longer line is text that somebody wrote, whatever it begins with. */
    private static final int LONGEST = 4_000;

    private final String text;
    private final int[] starts;
    private final int[] ends;
    private final String[] plain;

    Lines(String text) {
        this.text = text;
        int count = count(text);
        starts = new int[count];
        ends = new int[count];
        plain = new String[count];
        int start = 0;
        for (int line = 0; line < count; line++) {
            int end = endOf(text, start);
            starts[line] = start;
            ends[line] = end;
            plain[line] = end - start > LONGEST || end == start ? "" : plain(text.substring(start, end));
            start = next(text, end);
        }
    }

    /** Number of lines of a text: one more than it has line ends. */
    static int count(String text) {
        int count = 1;
        for (int end = endOf(text, 0); end < text.length(); end = endOf(text, next(text, end))) {
            count++;
        }
        return count;
    }

    private static int endOf(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private static int next(String text, int end) {
        boolean both = end + 1 < text.length() && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
        return end + (both ? 2 : 1);
    }

    int count() {
        return starts.length;
    }

    /** Offset of the line's first char. */
    int start(int line) {
        return starts[line];
    }

    /** Offset after its last, without the line's end. */
    int end(int line) {
        return ends[line];
    }

    /** The line as it is. */
    String raw(int line) {
        return text.substring(starts[line], ends[line]);
    }

    /** The line as {@link #plain(String)} makes it; empty if it is too long to be anything but text. */
    String plain(int line) {
        return plain[line];
    }

    boolean blank(int line) {
        return plain[line].isEmpty() && ends[line] - starts[line] <= LONGEST;
    }

    /** Whether the line is of a message that is answered. */
    boolean quoted(int line) {
        int at = starts[line];
        while (at < ends[line] && text.charAt(at) == ' ') {
            at++;
        }
        return at < ends[line] && text.charAt(at) == '>';
    }

    /** The line without the marks of a quotation. */
    String unquoted(int line) {
        int at = 0;
        String all = plain[line];
        while (at < all.length() && (all.charAt(at) == '>' || all.charAt(at) == ' ')) {
            at++;
        }
        return all.substring(at);
    }

    /** The line at {@code offset}. */
    int at(int offset) {
        int line = 0;
        while (line + 1 < starts.length && starts[line + 1] <= offset) {
            line++;
        }
        return line;
    }

    /** Small letters, one kind of space and of apostrophe, nothing invisible, and no asterisks around it. */
    static String plain(String line) {
        StringBuilder out = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
                    out.append(' ');
                }
            } else if (c == '’' || c == '‘') {
                out.append('\'');
            } else if (c != '*' && Character.getType(c) != Character.FORMAT) {
                out.append(c);
            }
        }
        return out.toString().strip().toLowerCase(Locale.ROOT);
    }

    /** A word without the punctuation around it. */
    static String bare(String word) {
        int start = 0;
        int end = word.length();
        while (start < end && !Character.isLetterOrDigit(word.charAt(start))) {
            start++;
        }
        while (end > start && !Character.isLetterOrDigit(word.charAt(end - 1))) {
            end--;
        }
        return word.substring(start, end);
    }
}
