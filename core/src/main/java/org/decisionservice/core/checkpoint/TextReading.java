// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

/** The treatment of a special token's text, such as {@code [SEP]}, in a client's text. */
public enum TextReading {
    /** As that token, as upstream does; the mask token is removed, because it would mark an option. */
    WITH_SPECIAL_TOKENS,
    /** As ordinary characters. */
    LITERAL;

    public static TextReading literal(boolean literal) {
        return literal ? LITERAL : WITH_SPECIAL_TOKENS;
    }
}
