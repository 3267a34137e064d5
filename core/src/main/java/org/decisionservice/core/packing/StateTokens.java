// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.checkpoint.Encoding;
import org.decisionservice.core.checkpoint.Tokenizer;

/**
 * The tokens of a state that may be read in windows, and their places in its text, in Unicode code points. The tokens
 * are those of the text without mask tokens; the offsets are those in the text as the client sent it.
 */
final class StateTokens {
    private final Encoding encoding;
    /** Offsets in the text without mask tokens of the spaces that replaced one. */
    private final List<Integer> replaced;
    /** Code points of a mask token's text beyond those of a space. */
    private final int hidden;

    private StateTokens(Encoding encoding, List<Integer> replaced, int hidden) {
        this.encoding = encoding;
        this.replaced = replaced;
        this.hidden = hidden;
    }

    static StateTokens of(String text, Tokenizer tokenizer) {
        Encoding encoding =
                tokenizer.encodeWithOffsets(tokenizer.specialTokens().withoutMask(text));
        Optional<String> removed = tokenizer.specialTokens().maskText();
        if (removed.isEmpty()) {
            return new StateTokens(encoding, List.of(), 0);
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
        return new StateTokens(encoding, replaced, hidden);
    }

    /** The ids of the tokens: [tokens]. Not copied, so nobody may change them. */
    int[] ids() {
        return encoding.ids();
    }

    /** Offset of the first character of {@code token}. */
    int start(int token) {
        return original(encoding.start(token));
    }

    /** Offset behind the last character of {@code token}. */
    int end(int token) {
        return original(encoding.end(token));
    }

    private int original(int offset) {
        int before = 0;
        while (before < replaced.size() && replaced.get(before) < offset) {
            before++;
        }
        return offset + before * hidden;
    }
}
