// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import org.decisionservice.api.Trim;

/** Whitespace as Python's {@code str.strip} defines it; non-breaking Unicode spaces count too. */
public final class Whitespace {
    private Whitespace() {}

    public static boolean blank(String text) {
        return text.codePoints().allMatch(Whitespace::is);
    }

    static String strip(String text) {
        return Trim.of(text, Whitespace::is);
    }

    private static boolean is(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
    }
}
