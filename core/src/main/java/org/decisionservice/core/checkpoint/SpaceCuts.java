// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * Decides whether a text can be cut before a space without changing the tokens before the cut. If so, a text of which
 * only the first tokens are needed does not have to be tokenized as a whole. The space is a single U+0020 between two
 * letters or digits.
 *
 * <p>Cutting is allowed if no token can reach across such a space. This depends on the steps of the tokenizer:
 *
 * <ul>
 *   <li>The normalizer must not carry anything across the space. The normalizers listed here look at one character, at
 *       a character and its combining marks, or at the ends of the text; a space combines with nothing.
 *   <li>No added token may have a space after another character, because added tokens are found in the whole text,
 *       before any split.
 *   <li>If the pre-tokenizer splits at the space, the pieces before it stay the same, and the model sees only one piece
 *       at a time. If it does not, as in tokenizers that write spaces as U+2581 and merge across the whole text, no
 *       entry of the vocabulary may have that mark after another character. Every merge produces an entry, so no merge
 *       reaches across, and merges on one side do not change the order of merges on the other.
 * </ul>
 *
 * For any tokenizer not recognized here the answer is no. The text is then tokenized as a whole, which is slower but
 * always correct.
 */
final class SpaceCuts {
    private static final Set<String> LOCAL_NORMALIZERS =
            Set.of("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "BertNormalizer", "Prepend", "Strip");

    private SpaceCuts() {}

    static boolean allowedBy(TokenizerShape shape) {
        boolean replaced = shape.normalizer().map(SpaceCuts::replacesSpaces).orElse(false);
        return shape.addedTokens().stream().noneMatch(SpaceCuts::holdsSpaceInside)
                && shape.normalizer().map(SpaceCuts::isLocal).orElse(true)
                && shape.preTokenizer()
                        .map(step -> allowed(shape, step, replaced))
                        .orElseGet(() -> shape.mergesOnly()
                                && !shape.holdsInside(replaced ? TokenizerShape.BLOCK : TokenizerShape.SPACE));
    }

    /** The first position at or after {@code from} where a text may be cut, or its length if there is none. */
    static int next(String text, int from) {
        return next(text, from, text.length());
    }

    /** As {@link #next(String, int)}, of the positions before {@code end}. */
    static int next(String text, int from, int end) {
        for (int at = Math.max(1, from); at < Math.min(end, text.length() - 1); at++) {
            if (text.charAt(at) == TokenizerShape.SPACE
                    && Character.isLetterOrDigit(text.charAt(at - 1))
                    && Character.isLetterOrDigit(text.charAt(at + 1))) {
                return at;
            }
        }
        return text.length();
    }

    /** Accepts any kind of space, because the normalizer may also be applied to added tokens. */
    private static boolean holdsSpaceInside(String content) {
        boolean text = false;
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            boolean space = Character.isWhitespace(c) || Character.isSpaceChar(c) || c == TokenizerShape.BLOCK;
            if (space && text) {
                return true;
            }
            text |= !space;
        }
        return false;
    }

    private static boolean allowed(TokenizerShape shape, JsonNode step, boolean replaced) {
        return switch (step.path("type").asText()) {
            case "BertPreTokenizer", "Whitespace", "WhitespaceSplit" -> !replaced;
            case "ByteLevel" ->
                !replaced && (step.path("use_regex").asBoolean(true) || merges(shape, TokenizerShape.BYTE));
            case "Metaspace" -> !replaced && step.path("split").asBoolean(true);
            // The normalizer has replaced all spaces, so there are none left to split at.
            case "Split" ->
                replaced
                        && step.path("pattern").path("String").asText().equals(" ")
                        && merges(shape, TokenizerShape.BLOCK);
            default -> false;
        };
    }

    /** Whether the model merges up to {@code mark} and never across it. */
    private static boolean merges(TokenizerShape shape, char mark) {
        return shape.mergesOnly() && !shape.holdsInside(mark);
    }

    private static boolean isLocal(JsonNode step) {
        String type = step.path("type").asText();
        return switch (type) {
            case "Sequence" -> {
                boolean local = true;
                for (JsonNode each : step.path("normalizers")) {
                    local &= isLocal(each);
                }
                yield local;
            }
            case "Replace" -> replacesSpaces(step);
            default -> LOCAL_NORMALIZERS.contains(type);
        };
    }

    private static boolean replacesSpaces(JsonNode step) {
        boolean replaces = step.path("type").asText().equals("Replace")
                && step.path("pattern").path("String").asText().equals(" ")
                && step.path("content").asText().equals(String.valueOf(TokenizerShape.BLOCK));
        for (JsonNode each : step.path("normalizers")) {
            replaces |= replacesSpaces(each);
        }
        return replaces;
    }
}
