// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

/**
 * Turns text into token ids. It adds nothing and truncates nothing, whatever the tokenizer's own files say. Safe for
 * concurrent use; after {@link #close}, every call throws an {@link IllegalStateException}.
 */
public interface Tokenizer extends AutoCloseable {

    /** All tokens of {@code text}: [tokens], new memory. */
    int[] encode(String text);

    /** The first {@code limit} tokens of {@code text}, or all if there are fewer: [tokens], new memory. */
    int[] encode(String text, int limit);

    /** The tokens that {@link #encode(String)} returns, with their places in {@code text}. */
    Encoding encodeWithOffsets(String text);

    SpecialTokens specialTokens();

    /** Idempotent. */
    @Override
    void close();
}
