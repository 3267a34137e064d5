// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/**
 * The characters at which a sentence ends: a full stop, a question mark or an exclamation mark before white space, such
 * a mark of a script without spaces, and the end of a line. An abbreviation ends one, too.
 */
public final class SentenceEnd {
    private static final String MARKS = ".!?…।॥؟۔";
    private static final String MARKS_WITHOUT_SPACE = "。！？｡";

    /** The comma is that of a JSON array of texts. */
    private static final String CLOSING = "\"'”’»)]},";

    private SentenceEnd() {}

    /**
     * Whether a sentence ends at {@code character}.
     *
     * @param space whether white space follows, or characters that close and then white space
     */
    public static boolean isMark(int character, boolean space) {
        return MARKS_WITHOUT_SPACE.indexOf(character) >= 0 || (space && MARKS.indexOf(character) >= 0);
    }

    /** Whether {@code character} may stand between such a mark and the next sentence. */
    public static boolean closes(int character) {
        return CLOSING.indexOf(character) >= 0;
    }

    /** Whether {@code character} ends a line. */
    public static boolean endsLine(int character) {
        return character == '\n' || character == '\r';
    }
}
