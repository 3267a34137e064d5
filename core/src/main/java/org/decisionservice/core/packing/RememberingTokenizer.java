// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.HashMap;
import java.util.Map;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.core.checkpoint.TokenSpans;
import org.decisionservice.core.checkpoint.Tokenizer;

/**
 * Tokenizes each text of a request once, although later rounds show it again. Later rounds thus call no native code,
 * which would hold the carrier of the virtual thread that packs them. Callers share the arrays, so that the rows of all
 * rounds refer to the same tokens, and must not change them. Used by one thread at a time.
 */
final class RememberingTokenizer implements Tokenizer {
    private final Tokenizer tokenizer;
    private final Map<Beginning, int[]> known = new HashMap<>();

    /** The first {@code limit} tokens of {@code text}. */
    private record Beginning(String text, int limit) {}

    /** {@code tokenizer} stays open when this one is closed. */
    RememberingTokenizer(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    @Override
    public int[] encode(String text) {
        return known.computeIfAbsent(new Beginning(text, Integer.MAX_VALUE), _ -> tokenizer.encode(text));
    }

    @Override
    public int[] encode(String text, int limit) {
        return known.computeIfAbsent(new Beginning(text, limit), _ -> tokenizer.encode(text, limit));
    }

    @Override
    public SpecialTokens specialTokens() {
        return tokenizer.specialTokens();
    }

    @Override
    public void close() {
        known.clear();
    }

    /** Not remembered: a state is read in windows in the first round only. */
    @Override
    public TokenSpans spans(String text) {
        return tokenizer.spans(text);
    }
}
