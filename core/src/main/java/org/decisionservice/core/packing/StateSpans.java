// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.checkpoint.TokenSpans;
import org.decisionservice.core.checkpoint.Tokenizer;

/**
 * Where the tokens of a state are in its text, in Unicode code points. The tokens are those of the text without mask
 * tokens; the offsets are those of the text as the client sent it.
 */
final class StateSpans {
    private final TokenSpans tokens;
    /** Offsets in the text without mask tokens of the spaces that replaced one. */
    private final List<Integer> replaced;
    /** Code points that such a space stands for beyond its own. */
    private final int hidden;

    private StateSpans(TokenSpans tokens, List<Integer> replaced, int hidden) {
        this.tokens = tokens;
        this.replaced = replaced;
        this.hidden = hidden;
    }

    /** Tokenizes {@code text} once more, because offsets are needed for long states only. */
    static StateSpans of(String text, Tokenizer tokenizer) {
        Optional<String> removed = tokenizer.specialTokens().maskText();
        if (removed.isEmpty()) {
            return new StateSpans(tokenizer.spans(text), List.of(), 0);
        }
        String mask = removed.get();
        int hidden = mask.codePointCount(0, mask.length()) - 1;
        List<Integer> replaced = new ArrayList<>();
        int offset = 0;
        int from = 0;
        for (int at = text.indexOf(mask); at >= 0; at = text.indexOf(mask, from)) {
            offset += text.codePointCount(from, at);
            replaced.add(offset);
            offset++;
            from = at + mask.length();
        }
        return new StateSpans(tokenizer.spans(MaskText.without(text, tokenizer)), replaced, hidden);
    }

    /** Offset of the first character of {@code token}. */
    int start(int token) {
        return original(tokens.start(token));
    }

    /** Offset behind the last character of {@code token}. */
    int end(int token) {
        return original(tokens.end(token));
    }

    private int original(int offset) {
        int before = 0;
        while (before < replaced.size() && replaced.get(before) < offset) {
            before++;
        }
        return offset + before * hidden;
    }
}
