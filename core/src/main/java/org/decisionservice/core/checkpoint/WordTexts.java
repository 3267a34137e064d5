// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tokenizes texts piece by piece, for tokenizers that split each word on its own, as BERT's does. White space separates
 * words, every punctuation mark and every ideograph is a word, and a word longer than a limit is one unknown token. A
 * text is therefore tokenized only as far as its tokens are wanted, in pieces that end before a character that begins a
 * word of its own. What cannot change the tokens is left out:
 *
 * <ul>
 *   <li>the characters of a word behind those that make it too long,
 *   <li>of a run of white space and characters that the normalizer removes, all but the first of each. The first ones
 *       stay because the text around them might otherwise join into an added token.
 * </ul>
 *
 * The library's time and memory thus depend on the wanted tokens, not on the length of the text. Safe for concurrent
 * use.
 */
final class WordTexts {
    /** A higher limit would make pieces long, and no tokenizer has one. */
    private static final int MOST_WORD_CHARACTERS = 1000;

    private static final int LEAST_PIECE = 64;
    private static final int MOST_PIECE = 4096;

    private final NativeText text;
    private final List<String> addedTokens;
    private final int mostWordCharacters;
    private final CharacterKinds kinds;

    private WordTexts(NativeText text, List<String> addedTokens, int mostWordCharacters, CharacterKinds kinds) {
        this.text = text;
        this.addedTokens = addedTokens;
        this.mostWordCharacters = mostWordCharacters;
        this.kinds = kinds;
    }

    /** Empty if the tokenizer is another one. */
    static Optional<WordTexts> of(TokenizerShape shape, NativeText text) {
        boolean words = shape.model().equals("WordPiece")
                && shape.mostWordCharacters() <= MOST_WORD_CHARACTERS
                && shape.normalizer()
                        .filter(step -> step.path("type").asText().equals("BertNormalizer"))
                        .isPresent()
                && shape.preTokenizer()
                        .filter(step -> step.path("type").asText().equals("BertPreTokenizer"))
                        .isPresent()
                && shape.addedTokensAreExact();
        return words
                ? CharacterKinds.of(text, shape.mostWordCharacters())
                        .filter(kinds -> shape.addedTokens().stream().allMatch(token -> standsAlone(token, kinds)))
                        .map(kinds -> new WordTexts(text, shape.addedTokens(), shape.mostWordCharacters(), kinds))
                : Optional.empty();
    }

    /** Whether an added token is found no matter what is left out of the text around it. */
    private static boolean standsAlone(String token, CharacterKinds kinds) {
        return !token.isEmpty()
                && kinds.of(token.codePointAt(0)) == CharacterKinds.Effect.ALONE
                && kinds.of(token.codePointBefore(token.length())) == CharacterKinds.Effect.ALONE
                && token.codePoints()
                        .mapToObj(kinds::of)
                        .allMatch(kind -> kind == CharacterKinds.Effect.ALONE || kind == CharacterKinds.Effect.WORD);
    }

    /** The first {@code limit} tokens of {@code whole}. */
    int[] first(String whole, int limit) {
        int piece = Math.clamp(2L * limit, LEAST_PIECE, MOST_PIECE);
        if (whole.length() <= 2 * piece) {
            return NativeTokenizer.first(limit, text.ids(whole));
        }
        return new Pieces(whole, limit, piece).tokens();
    }

    /** The pieces of one text. Used once. */
    private final class Pieces {
        private final String whole;
        private final int limit;
        private final StringBuilder piece = new StringBuilder();
        private int[] tokens = new int[0];
        /** Characters that the piece must have before it may end. */
        private int least;

        private int wordCharacters;
        /** Whether the piece ends in a gap that has white space. */
        private boolean spaced;
        /** Whether the piece ends in a gap that has a character that the normalizer removes. */
        private boolean hidden;

        /** @param least characters of the first piece */
        Pieces(String whole, int limit, int least) {
            this.whole = whole;
            this.limit = limit;
            this.least = least;
        }

        int[] tokens() {
            int at = 0;
            while (at < whole.length()) {
                int c = whole.codePointAt(at);
                CharacterKinds.Effect kind = kinds.of(c);
                boolean begins = kind == CharacterKinds.Effect.ALONE || kind == CharacterKinds.Effect.SPACE;
                if (begins && piece.length() >= least && !isInsideAddedToken(at)) {
                    take();
                    if (tokens.length >= limit) {
                        return Arrays.copyOf(tokens, limit);
                    }
                }
                add(c, kind);
                at += Character.charCount(c);
            }
            take();
            return tokens.length > limit ? Arrays.copyOf(tokens, limit) : tokens;
        }

        private void add(int c, CharacterKinds.Effect kind) {
            boolean kept = switch (kind) {
                case SPACE -> !spaced;
                case NOTHING -> !hidden;
                case WORD -> wordCharacters <= mostWordCharacters;
                case ALONE, UNKNOWN -> true;
            };
            wordCharacters = switch (kind) {
                case WORD -> wordCharacters + (kept ? 1 : 0);
                case NOTHING -> wordCharacters;
                case SPACE, ALONE, UNKNOWN -> 0;
            };
            if (kept) {
                piece.appendCodePoint(c);
                boolean gap = kind == CharacterKinds.Effect.SPACE || kind == CharacterKinds.Effect.NOTHING;
                spaced = kind == CharacterKinds.Effect.SPACE || (gap && spaced);
                hidden = kind == CharacterKinds.Effect.NOTHING || (gap && hidden);
            }
        }

        private void take() {
            int[] more = NativeTokenizer.first(Integer.MAX_VALUE, text.ids(piece.toString()));
            int before = tokens.length;
            tokens = Arrays.copyOf(tokens, before + more.length);
            System.arraycopy(more, 0, tokens, before, more.length);
            piece.setLength(0);
            least = Math.min(2 * least, MOST_PIECE);
        }

        private boolean isInsideAddedToken(int at) {
            return addedTokens.stream()
                    .anyMatch(token -> IntStream.range(1, Math.min(token.length(), at + 1))
                            .anyMatch(before -> whole.startsWith(token, at - before)));
        }
    }
}
