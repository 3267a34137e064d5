// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.HashMap;
import java.util.Map;
import org.decisionservice.core.checkpoint.Encoding;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.core.checkpoint.Tokenizer;

/**
 * Tokenizes each text of a request once, although later rounds show it again. Later rounds thus call no native code,
 * which would pin the virtual thread that packs them to its carrier. Callers share the arrays and must not change them,
 * so that the rows of all rounds refer to the same tokens. Used by one thread at a time.
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

    /** Remembers the tokens only: a state is read in windows in the first round, and needs no offsets later. */
    @Override
    public Encoding encodeWithOffsets(String text) {
        Encoding encoding = tokenizer.encodeWithOffsets(text);
        known.put(new Beginning(text, Integer.MAX_VALUE), encoding.ids());
        return encoding;
    }
}
