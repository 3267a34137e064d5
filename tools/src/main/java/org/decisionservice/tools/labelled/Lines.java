// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

/** Lines as editors count them: they end with LF, CR LF or CR. */
final class Lines {
    private Lines() {}

    /** The number, from 1, of the line that holds the character at {@code index}, or would hold one more. */
    static int at(String text, int index) {
        int line = 1;
        for (int i = 0; i < index; i++) {
            if (endsAt(text, i)) {
                line++;
            }
        }
        return line;
    }

    /** Whether the character at {@code index} is the last of a line break. */
    static boolean endsAt(String text, int index) {
        char c = text.charAt(index);
        return c == '\n' || (c == '\r' && (index + 1 == text.length() || text.charAt(index + 1) != '\n'));
    }
}
