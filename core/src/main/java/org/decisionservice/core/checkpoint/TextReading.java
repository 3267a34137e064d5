// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

/** How clients' texts are read where they hold the text of a special token, such as {@code [SEP]}. */
public enum TextReading {
    /** As that token, as upstream does; the mask token is removed, because it would mark an option. */
    WITH_SPECIAL_TOKENS,
    /** As the characters it is written with. */
    LITERAL;

    public static TextReading literal(boolean literal) {
        return literal ? LITERAL : WITH_SPECIAL_TOKENS;
    }
}
