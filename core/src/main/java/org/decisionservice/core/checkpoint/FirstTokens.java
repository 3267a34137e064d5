// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Arrays;

/**
 * Finds the first tokens of a long text by tokenizing only its beginning.
 *
 * <p>If a model merges neighbouring characters, one more character may in principle change every token before it. Cut
 * the text at a position {@code L}. Some token of the whole text covers {@code L}; it begins at a position {@code s},
 * which is less than the length of the longest token before {@code L}. No merge crosses {@code s}, so the tokens of
 * the whole text before {@code s} are those of the text that is cut at {@code s}. A token that the text has for every
 * possible {@code s} is therefore a token of the whole text.
 *
 * <p>The beginning need not be tokenized anew for every {@code s}. If a token {@code v} is the last of {@code Av} and
 * the first of {@code vB}, it is a token of {@code AvB}, because the first merge across one of its ends would have
 * happened in {@code Av} or {@code vB} too. The token behind the last wanted one serves as {@code v}, so only the text
 * from {@code v} on is cut at every {@code s}.
 *
 * <p>This proof holds if only merges join characters, and if tokens begin with whole characters. For other tokenizers,
 * and for marks that a normalizer reorders over a long distance, the comparison shows only that none of the cuts that
 * were tried changes the tokens. If every comparison fails, the first {@value #MOST} characters are tokenized. A text
 * without any boundary for that long is thus answered by its beginning, and not refused.
 */
final class FirstTokens {
    /** In characters; no tokenizer here has a longer one. */
    static final int LONGEST_TOKEN = 128;

    /** Shorter texts are tokenized as a whole, which takes less time than the comparisons. */
    private static final int SHORT = 8192;

    private static final int LEAST = 1024;

    /** Most characters that are tokenized, unless {@link #MOST_PER_TOKEN} allows more. */
    private static final int MOST = 65_536;

    private static final int MOST_PER_TOKEN = 32;

    /** Characters tried first per wanted token. */
    private static final int CHARACTERS_PER_TOKEN = 4;

    /** Characters that a pre-tokenizer looks ahead: a contraction, and the space that goes with the next word. */
    private static final int LOOKAHEAD = 8;

    private final NativeText text;
    private final int longestToken;

    /** @param longestToken characters of the longest token; more than {@value #LONGEST_TOKEN} count as these */
    FirstTokens(NativeText text, int longestToken) {
        this.text = text;
        this.longestToken = Math.min(longestToken, LONGEST_TOKEN);
    }

    /** The first {@code limit} tokens of {@code whole}. */
    int[] first(String whole, int limit) {
        if (whole.length() <= SHORT) {
            return NativeTokenizer.first(limit, text.ids(whole));
        }
        long most = Math.max(MOST, (long) limit * MOST_PER_TOKEN);
        for (long length = Math.max(LEAST, (long) limit * CHARACTERS_PER_TOKEN);
                length < Math.min(most, whole.length());
                length *= 2) {
            String beginning = whole.substring(0, boundary(whole, (int) length));
            Encoding tokens = text.withOffsets(beginning);
            if (tokens.ids().length > limit && stable(whole, beginning, tokens, limit) >= 0) {
                return Arrays.copyOf(tokens.ids(), limit);
            }
        }
        return NativeTokenizer.first(limit, text.ids(whole.substring(0, boundary(whole, (int)
                Math.min(most, whole.length())))));
    }

    /** Characters of a text that must follow a token before {@link #stable} can tell that it is one. */
    int lookedAt() {
        return 2 * longestToken + LOOKAHEAD;
    }

    /**
     * The first token, from {@code limit} on, before which no continuation of the text changes a token and which is
     * itself one of the whole text; negative if that cannot be told.
     *
     * @param tokens of {@code beginning}, with which {@code whole} begins
     */
    int stable(String whole, String beginning, Encoding tokens, int limit) {
        int v = limit;
        // The bytes of one character may be several tokens.
        while (v > 0 && v < tokens.ids().length && tokens.start(v) < tokens.end(v - 1)) {
            v++;
        }
        if (v == tokens.ids().length) {
            return -1;
        }
        int from = beginning.offsetByCodePoints(0, tokens.start(v));
        int last = from + lookedAt();
        int compared = 0;
        for (int cut = last - longestToken - LOOKAHEAD; cut <= last && cut < whole.length(); cut++) {
            if (isBoundary(whole, cut)) {
                long[] ids = text.ids(whole.substring(from, cut));
                if (ids.length == 0 || ids[0] != tokens.ids()[v]) {
                    return -1;
                }
                compared++;
            }
        }
        return compared > 0 ? v : -1;
    }

    /** The first boundary at or after {@code from}, or else {@code from}, without cutting a surrogate pair. */
    static int boundary(String whole, int from) {
        for (int at = from; at < Math.min(whole.length(), from + LONGEST_TOKEN); at++) {
            if (isBoundary(whole, at)) {
                return at;
            }
        }
        return from < whole.length() && Character.isLowSurrogate(whole.charAt(from)) ? from - 1 : from;
    }

    /** Whether no normalizer joins the characters before and after {@code at}, unless they are the same mark. */
    private static boolean isBoundary(String whole, int at) {
        int next = whole.codePointAt(at);
        int previous = whole.codePointBefore(at);
        if (Character.isLowSurrogate(whole.charAt(at)) && Character.isHighSurrogate(whole.charAt(at - 1))) {
            return false;
        }
        return next == previous || !joinsPrevious(next);
    }

    /** Marks, and the vowels and final consonants of Hangul and of Kirat Rai. */
    private static boolean joinsPrevious(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> (c >= 0x1160 && c <= 0x11ff) || (c >= 0xd7b0 && c <= 0xd7ff) || (c >= 0x16d40 && c <= 0x16d7f);
        };
    }
}
