// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.core.text.SentenceEnd;

/**
 * The sentences of a long state. A short sentence among other text is easily misread, so each is also read on its
 * own.
 *
 * <p>A sentence that is wrongly cut at a {@link SentenceEnd} is still whole in a window.
 */
final class Sentences {
    /** Fewest tokens. A shorter sentence, such as a greeting or the rest of an abbreviation, is joined to the next. */
    private static final int SHORTEST = 4;

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
     * White space is looked for on both sides, because with some tokenizers the space before a word is part of its
     * token.
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
            if (SentenceEnd.endsLine(text[at])) {
                return true;
            }
        }
        int mark = from - 1;
        while (mark > 0 && SentenceEnd.closes(text[mark])) {
            mark--;
        }
        return mark >= 0 && SentenceEnd.isMark(text[mark], from < to);
    }
}
