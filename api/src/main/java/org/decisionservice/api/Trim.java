// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.function.IntPredicate;

/** Takes white space from around a text, for one notion of white space or another. */
public final class Trim {
    private Trim() {}

    /**
     * Returns {@code text} without space, tab, line feed, vertical tab, form feed and carriage return around it. They
     * may surround a control of a request; a no-break space or another space of Unicode is part of the control, so that
     * it means the same to every program that reads it.
     */
    public static String ascii(String text) {
        return of(text, c -> c == ' ' || (c >= '\t' && c <= '\r'));
    }

    /** Returns {@code text} without the chars around it that are {@code space}. */
    public static String of(String text, IntPredicate space) {
        int start = 0;
        int end = text.length();
        while (start < end && space.test(text.charAt(start))) {
            start++;
        }
        while (end > start && space.test(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }
}
