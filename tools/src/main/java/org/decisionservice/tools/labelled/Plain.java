// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Names and labels as people mean them: without blanks around them, in one spelling of accents and, where that still
 * tells them apart, in any letter case. The page's {@code plain.js} does the same.
 */
final class Plain {
    private Plain() {}

    /** Without blanks around it. */
    static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /** A name without blanks around it; an accent is part of its letter. */
    static String name(String text) {
        return Normalizer.normalize(strip(text), Normalizer.Form.NFC);
    }

    /** The same in lower case. */
    static String lower(String text) {
        return name(text).toLowerCase(Locale.ROOT);
    }

    static boolean isBlank(String text) {
        return strip(text).isEmpty();
    }

    static boolean isBlank(char c) {
        return (c >= '\t' && c <= '\r') || c == '\u0085' || c == '\uFEFF' || Character.isSpaceChar(c);
    }
}
