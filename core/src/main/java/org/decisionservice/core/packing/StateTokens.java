// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.Encoding;
import org.decisionservice.core.checkpoint.Tokenizer;

/**
 * The tokens of a state that may be read in windows, and their places in its text, in Unicode code points. The tokens
 * are those of the text without hidden tokens; the offsets are those in the text as the client sent it.
 */
final class StateTokens {
    private final Encoding encoding;
    private final List<Replaced> replaced;

    /**
     * A space in place of a hidden token.
     *
     * @param offset of the space in the text that was tokenized
     * @param beyond code points of the token's text beyond those of a space
     */
    private record Replaced(int offset, int beyond) {}

    private StateTokens(Encoding encoding, List<Replaced> replaced) {
        this.encoding = encoding;
        this.replaced = replaced;
    }

    static StateTokens of(String text, Tokenizer tokenizer) {
        Encoding encoding =
                tokenizer.encodeWithOffsets(tokenizer.specialTokens().without(text));
        List<String> hidden = tokenizer.specialTokens().hidden();
        if (hidden.isEmpty()) {
            return new StateTokens(encoding, List.of());
        }
        Matcher found = Pattern.compile(hidden.stream().map(Pattern::quote).collect(Collectors.joining("|")))
                .matcher(text);
        List<Replaced> replaced = new ArrayList<>();
        int offset = 0;
        int from = 0;
        while (found.find()) {
            offset += text.codePointCount(from, found.start());
            from = found.end();
            replaced.add(new Replaced(offset, text.codePointCount(found.start(), from) - 1));
            offset++;
        }
        return new StateTokens(encoding, replaced);
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
        int original = offset;
        for (Replaced each : replaced) {
            if (each.offset() >= offset) {
                break;
            }
            original += each.beyond();
        }
        return original;
    }
}
