// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

/** A line or field of a state: {@code text[from, to)}, without a copy. */
record Piece(String text, int from, int to) {

    int length() {
        return to - from;
    }

    boolean hasLowerCase() {
        for (int i = from; i < to; i++) {
            if (Character.isLowerCase(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    boolean isBlank() {
        for (int i = from; i < to; i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The characters, trimmed. */
    @Override
    public String toString() {
        return text.substring(from, to).strip();
    }
}
