// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds all tokens of a long text piece by piece, because the library takes up to 800 bytes for each character that it
 * tokenizes at once.
 *
 * <p>A piece ends before a token that the whole text has, too ({@link FirstTokens} says why, for a model that only
 * merges): the tokens behind it are then those of the rest of the text. If no such token is found, the text is
 * tokenized as a whole.
 */
final class AllTokens {
    /** In characters. A longer one takes more memory, and a shorter one more comparisons. */
    private static final int PIECE = 12_288;

    /** In characters: a text that is no longer is tokenized as a whole. */
    static final int AT_ONCE = 2 * PIECE;

    /** Characters for each space between letters or digits; ordinary text has three times as many spaces. */
    private static final int FEW_BREAKS = 20;

    private final NativeText text;
    private final FirstTokens firstTokens;

    AllTokens(NativeText text, FirstTokens firstTokens) {
        this.text = text;
        this.firstTokens = firstTokens;
    }

    /**
     * Whether pieces are worth their comparisons: a text that spaces break often takes little memory.
     *
     * @param whole longer than {@link #AT_ONCE}
     */
    static boolean isFor(String whole) {
        int breaks = 0;
        for (int at = SpaceCuts.next(whole, 0); at < whole.length(); at = SpaceCuts.next(whole, at + 1)) {
            breaks++;
        }
        return breaks < whole.length() / FEW_BREAKS;
    }

    int[] of(String whole) {
        return pieces(whole).stream().flatMapToInt(Arrays::stream).toArray();
    }

    /** The tokens of one piece after the other; a single one if nothing tells where a second may begin. */
    List<int[]> pieces(String whole) {
        List<int[]> pieces = new ArrayList<>();
        String rest = whole;
        while (rest.length() > AT_ONCE) {
            String beginning = rest.substring(0, FirstTokens.boundary(rest, PIECE));
            Encoding tokens = text.withOffsets(beginning);
            int end = firstTokens.stable(rest, beginning, tokens, before(tokens, beginning));
            if (end <= 0) {
                return List.of(NativeTokenizer.first(Integer.MAX_VALUE, text.ids(whole)));
            }
            pieces.add(Arrays.copyOf(tokens.ids(), end));
            rest = rest.substring(beginning.offsetByCodePoints(0, tokens.start(end)));
        }
        pieces.add(NativeTokenizer.first(Integer.MAX_VALUE, text.ids(rest)));
        return pieces;
    }

    /** The last token that begins far enough before the end of a piece. */
    private int before(Encoding tokens, String beginning) {
        int most = beginning.codePointCount(0, beginning.length()) - firstTokens.lookedAt();
        int token = tokens.ids().length - 1;
        while (token > 0 && tokens.start(token) > most) {
            token--;
        }
        return token;
    }
}
