// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Arrays;
import java.util.Optional;

/**
 * The Hugging Face tokenizers library behind {@link Tokenizer}. The library sees as much of a text as its tokens need:
 *
 * <ul>
 *   <li>a tokenizer of words reads a text piece by piece ({@link WordTexts});
 *   <li>any other is given a beginning, up to a space where nothing can reach across ({@link SpaceCuts}), or one whose
 *       first tokens no continuation changes ({@link Beginnings}).
 * </ul>
 */
final class NativeTokenizer implements Tokenizer {
    /** Characters tried first per requested token; ordinary text needs half as many. */
    private static final int CHARACTERS_PER_TOKEN = 8;

    /** Of the characters tried first, those that a space is looked for behind. */
    private static final int SPACE_WITHIN = 1024;

    private final NativeText text;
    private final SpecialTokens specialTokens;
    private final boolean spaceCuts;
    private final Optional<WordTexts> words;
    private final Beginnings beginnings;

    private NativeTokenizer(
            NativeText text,
            SpecialTokens specialTokens,
            boolean spaceCuts,
            Optional<WordTexts> words,
            Beginnings beginnings) {
        this.text = text;
        this.specialTokens = specialTokens;
        this.spaceCuts = spaceCuts;
        this.words = words;
        this.beginnings = beginnings;
    }

    /** @param shape empty if nothing is known about the tokenizer */
    static NativeTokenizer of(NativeText text, SpecialTokens specialTokens, Optional<TokenizerShape> shape) {
        return new NativeTokenizer(
                text,
                specialTokens,
                shape.map(SpaceCuts::allowedBy).orElse(false),
                shape.flatMap(known -> WordTexts.of(known, text)),
                new Beginnings(text, shape.map(TokenizerShape::longestToken).orElse(Beginnings.LONGEST_TOKEN)));
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
        return beginnings.first(whole, limit);
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
