// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/**
 * The white space of ASCII, which may surround a control of a request. A no-break space or another space of Unicode is
 * part of the text, so that a control means the same to every program that reads it.
 */
public final class AsciiSpace {
    private AsciiSpace() {}

    /** Returns {@code text} without space, tab, line feed, vertical tab, form feed and carriage return around it. */
    public static String trim(String text) {
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

    private static boolean is(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
}
