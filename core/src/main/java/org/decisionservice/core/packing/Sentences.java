// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;

/**
 * The sentences of a long state. A short sentence among other text is easily misread, so each is also read on its
 * own.
 *
 * <p>A sentence ends at a full stop, a question mark or an exclamation mark before white space, at such a mark of a
 * script without spaces, and at the end of a line. So does an abbreviation; a sentence that is wrongly cut there
 * is still whole in a window.
 */
final class Sentences {
    /** Fewest tokens. A shorter sentence, such as a greeting or the rest of an abbreviation, is joined to the next. */
    private static final int SHORTEST = 4;

    private static final String MARKS = ".!?…।॥؟۔";
    private static final String MARKS_WITHOUT_SPACE = "。！？｡";

    /** What may stand between such a mark and the next sentence; the comma is that of a JSON array of texts. */
    private static final String CLOSING = "\"'”’»)]},";

    private final int[] text;
    private final StateTokens state;

    private Sentences(int[] text, StateTokens state) {
        this.text = text;
        this.state = state;
    }

    /**
     * The sentences of a state, one after another without a gap.
     *
     * @param text that the offsets of {@code state} are counted in
     */
    static List<TokenRange> of(String text, StateTokens state) {
        Sentences sentences = new Sentences(text.codePoints().toArray(), state);
        int tokens = state.ids().length;
        List<TokenRange> found = new ArrayList<>();
        int first = 0;
        for (int token = 1; token <= tokens; token++) {
            if (token == tokens || (token - first >= SHORTEST && sentences.endsBefore(token))) {
                found.add(new TokenRange(first, token - first));
                first = token;
            }
        }
        return found;
    }

    /**
     * White space is looked for on both sides, because with some tokenizers the space before a word is part of its token.
     */
    private boolean endsBefore(int token) {
        int end = state.end(token - 1);
        if (state.start(token) < end) {
            return false; // Both are bytes of one character.
        }
        int from = end;
        while (from > 0 && Character.isWhitespace(text[from - 1])) {
            from--;
        }
        int to = end;
        while (to < text.length && Character.isWhitespace(text[to])) {
            to++;
        }
        for (int at = from; at < to; at++) {
            if (text[at] == '\n' || text[at] == '\r') {
                return true;
            }
        }
        int mark = from - 1;
        while (mark > 0 && CLOSING.indexOf(text[mark]) >= 0) {
            mark--;
        }
        return mark >= 0
                && (MARKS_WITHOUT_SPACE.indexOf(text[mark]) >= 0 || (from < to && MARKS.indexOf(text[mark]) >= 0));
    }
}
