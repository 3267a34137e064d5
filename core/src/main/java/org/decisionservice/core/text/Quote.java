// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quotes client text inside an error text or a log line, on one line and short enough to read. */
public final class Quote {
    private static final int MAX_CHARACTERS = 80;
    private static final int MAX_LISTED = 12;
    /** As long as a request id may be. */
    private static final int LONGEST_FIELD = 128;

    private static final Pattern PLAIN = Pattern.compile("[\\w.:/+-]{1," + LONGEST_FIELD + "}");

    private Quote() {}

    /** Each of {@code texts} quoted, the first {@value #MAX_LISTED} of them, and how many more there are. */
    public static String list(List<String> texts) {
        String listed = texts.stream().limit(MAX_LISTED).map(Quote::of).collect(Collectors.joining(", "));
        int more = texts.size() - MAX_LISTED;
        return more > 0 ? listed + " and " + more + " more" : listed;
    }

    /** {@code text} in single quotes, cut after 80 code points, with what cannot be printed as an escape. */
    public static String of(String text) {
        StringBuilder quoted = new StringBuilder("'");
        int shown = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (shown++ == MAX_CHARACTERS) {
                return quoted.append("…'").toString();
            }
            Printable.append(quoted, text.codePointAt(i));
        }
        return quoted.append('\'').toString();
    }

    /**
     * {@code text} as one value of a log line, cut after 128 code points. It is in double quotes, in which a quote and
     * a backslash have a backslash before them, unless nobody could take a part of it for something else of the line.
     */
    public static String field(String text) {
        if (PLAIN.matcher(text).matches()) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        int shown = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (shown++ == LONGEST_FIELD) {
                return quoted.append("…\"").toString();
            }
            int c = text.codePointAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            Printable.append(quoted, c);
        }
        return quoted.append('"').toString();
    }
}
