// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes client text inside an error text, on one line and short enough to read. */
public final class Quote {
    private static final int MAX_CHARACTERS = 80;
    private static final int MAX_LISTED = 12;

    private Quote() {}

    /** Each of {@code texts} quoted, the first {@value #MAX_LISTED} of them, and how many more there are. */
    public static String list(List<String> texts) {
        String listed = texts.stream().limit(MAX_LISTED).map(Quote::of).collect(Collectors.joining(", "));
        int more = texts.size() - MAX_LISTED;
        return more > 0 ? listed + " and " + more + " more" : listed;
    }

    /** {@code text} in single quotes, cut after 80 code points, with what would break the line as an escape. */
    public static String of(String text) {
        StringBuilder quoted = new StringBuilder("'");
        int shown = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (shown++ == MAX_CHARACTERS) {
                return quoted.append("…'").toString();
            }
            int c = text.codePointAt(i);
            boolean unreadable = Character.isISOControl(c)
                    || Character.getType(c) == Character.LINE_SEPARATOR
                    || Character.getType(c) == Character.PARAGRAPH_SEPARATOR
                    || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
            if (unreadable) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.appendCodePoint(c);
            }
        }
        return quoted.append('\'').toString();
    }
}
