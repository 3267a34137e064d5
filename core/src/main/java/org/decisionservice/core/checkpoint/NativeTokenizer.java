// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Arrays;
import java.util.Optional;

/**
 * A tokenizer of the Hugging Face tokenizers library, which is given only as much of a text as the wanted tokens need:
 *
 * <ul>
 *   <li>a word tokenizer gets a text piece by piece ({@link WordTexts});
 *   <li>any other gets the beginning of a text, up to a space that no token can cross ({@link SpaceCuts}), or as much
 *   as
 *       it takes that nothing behind it changes the first tokens ({@link FirstTokens});
 *   <li>of a long text that hardly a space breaks, all tokens are found in pieces ({@link AllTokens}).
 * </ul>
 */
final class NativeTokenizer implements Tokenizer {
    /** Characters tried first per requested token; ordinary text needs half as many. */
    private static final int CHARACTERS_PER_TOKEN = 8;

    /** In how many characters behind those tried first a space is looked for. */
    private static final int SPACE_WITHIN = 1024;

    private final NativeText text;
    private final SpecialTokens specialTokens;
    private final boolean spaceCuts;
    private final Optional<WordTexts> words;
    private final FirstTokens firstTokens;
    /** Empty if more than merges may join characters. */
    private final Optional<AllTokens> allTokens;

    private NativeTokenizer(
            NativeText text,
            SpecialTokens specialTokens,
            boolean spaceCuts,
            Optional<WordTexts> words,
            FirstTokens firstTokens,
            Optional<AllTokens> allTokens) {
        this.text = text;
        this.specialTokens = specialTokens;
        this.spaceCuts = spaceCuts;
        this.words = words;
        this.firstTokens = firstTokens;
        this.allTokens = allTokens;
    }

    static NativeTokenizer of(NativeText text, SpecialTokens specialTokens, TokenizerShape shape) {
        FirstTokens first = new FirstTokens(text, shape.longestToken());
        return new NativeTokenizer(
                text,
                specialTokens,
                SpaceCuts.allowedBy(shape),
                WordTexts.of(shape, text),
                first,
                shape.mergesOnly() ? Optional.of(new AllTokens(text, first)) : Optional.empty());
    }

    @Override
    public int[] encode(String whole) {
        return encode(whole, Integer.MAX_VALUE);
    }

    @Override
    public int[] encode(String whole, int limit) {
        if (words.isPresent()) {
            return words.get().first(whole, limit);
        }
        boolean allOfLongText = limit == Integer.MAX_VALUE && whole.length() > AllTokens.AT_ONCE;
        if (allOfLongText && allTokens.isPresent() && AllTokens.isFor(whole)) {
            return allTokens.get().of(whole);
        }
        long tried = (long) limit * CHARACTERS_PER_TOKEN;
        if (tried >= whole.length()) {
            return first(limit, text.ids(whole));
        }
        if (spaceCuts) {
            int cut = SpaceCuts.next(whole, (int) tried, (int) tried + SPACE_WITHIN);
            if (cut < whole.length()) {
                long[] ids = text.ids(whole.substring(0, cut));
                if (ids.length >= limit) {
                    return first(limit, ids);
                }
            }
        }
        return firstTokens.first(whole, limit);
    }

    /** The first {@code limit} of {@code ids}. */
    static int[] first(int limit, long[] ids) {
        return Arrays.stream(ids).limit(limit).mapToInt(id -> (int) id).toArray();
    }

    @Override
    public Encoding encodeWithOffsets(String whole) {
        return text.withOffsets(whole);
    }

    @Override
    public SpecialTokens specialTokens() {
        return specialTokens;
    }

    @Override
    public void close() {
        text.close();
    }
}
