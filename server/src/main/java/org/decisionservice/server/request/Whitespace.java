// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.request;

/** Whitespace as Python's {@code str.strip} defines it; non-breaking Unicode spaces count too. */
public final class Whitespace {
    private Whitespace() {}

    public static boolean blank(String text) {
        return text.codePoints().allMatch(Whitespace::is);
    }

    static String strip(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && is(text.charAt(start))) {
            start++;
        }
        while (end > start && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean is(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
    }
}
