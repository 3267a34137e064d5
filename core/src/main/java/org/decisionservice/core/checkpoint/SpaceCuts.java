// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
    private static final char SPACE = ' ';
    /** How tokenizers derived from SentencePiece write a space. */
    private static final char BLOCK = '\u2581';
    /** How byte-level tokenizers write the byte of a space. */
    private static final char BYTE = '\u0120';

    private static final Set<String> LOCAL_NORMALIZERS =
            Set.of("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "BertNormalizer", "Prepend", "Strip");

    /** Most field names are vocabulary entries, each of which occurs only once. */
    private static final JsonMapper JSON = new JsonMapper(JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build());

    private Optional<JsonNode> normalizer = Optional.empty();
    private Optional<JsonNode> preTokenizer = Optional.empty();
    private boolean mergesOnly = true;
    /** Which of the marks occur after another character in an entry of the vocabulary. */
    private boolean spaceInside;

    private boolean blockInside;
    private boolean byteInside;
    private boolean addedTokenReachesAcross;

    private SpaceCuts() {}

    /** Reads {@code file}, a {@code tokenizer.json} that the library has already loaded. */
    static boolean allowedBy(Path file) throws IOException {
        SpaceCuts found = new SpaceCuts();
        try (JsonParser json = JSON.createParser(Files.newInputStream(file))) {
            json.nextToken();
            for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
                json.nextToken();
                found.member(key, json);
            }
        } catch (JsonProcessingException _) {
            // The library has loaded the file, so it is a tokenizer, but it contains something that this parser
            // rejects.
            return false;
        }
        return found.allowed();
    }

    /** The first position at or after {@code from} where a text may be cut, or its length if there is none. */
    static int next(String text, int from) {
        for (int at = Math.max(1, from); at < text.length() - 1; at++) {
            if (text.charAt(at) == SPACE
                    && Character.isLetterOrDigit(text.charAt(at - 1))
                    && Character.isLetterOrDigit(text.charAt(at + 1))) {
                return at;
            }
        }
        return text.length();
    }

    private void member(String key, JsonParser json) throws IOException {
        switch (key) {
            case "normalizer" -> normalizer = tree(json);
            case "pre_tokenizer" -> preTokenizer = tree(json);
            case "added_tokens" -> {
                for (JsonNode token : json.<JsonNode>readValueAsTree()) {
                    addedTokenReachesAcross |=
                            holdsSpaceInside(token.path("content").asText());
                }
            }
            case "model" -> model(json);
            default -> json.skipChildren();
        }
    }

    private static Optional<JsonNode> tree(JsonParser json) throws IOException {
        JsonNode node = json.readValueAsTree();
        return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
    }

    /** Reads the model as a stream, because vocabularies have hundreds of thousands of entries. */
    private void model(JsonParser json) throws IOException {
        boolean bpe = false;
        for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            switch (key) {
                case "type" -> bpe = json.getText().equals("BPE");
                case "vocab" -> vocabulary(json, value);
                // Each of these makes the tokens of a word depend on where it ends, or on chance.
                case "dropout", "ignore_merges", "end_of_word_suffix", "continuing_subword_prefix" ->
                    mergesOnly &= value == JsonToken.VALUE_NULL || value == JsonToken.VALUE_FALSE;
                default -> json.skipChildren();
            }
        }
        mergesOnly &= bpe;
    }

    private void vocabulary(JsonParser json, JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            mergesOnly = false;
            return;
        }
        for (String entry = json.nextFieldName(); entry != null; entry = json.nextFieldName()) {
            json.nextToken();
            spaceInside |= reaches(entry, SPACE);
            blockInside |= reaches(entry, BLOCK);
            byteInside |= reaches(entry, BYTE);
        }
    }

    /** Accepts any kind of space, because the normalizer may also be applied to added tokens. */
    private static boolean holdsSpaceInside(String content) {
        boolean text = false;
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            boolean space = Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BLOCK;
            if (space && text) {
                return true;
            }
            text |= !space;
        }
        return false;
    }

    /** Whether {@code mark} occurs after a different character; a run of marks does not count. */
    private static boolean reaches(String entry, char mark) {
        for (int i = entry.indexOf(mark, 1); i > 0; i = entry.indexOf(mark, i + 1)) {
            if (entry.charAt(i - 1) != mark) {
                return true;
            }
        }
        return false;
    }

    private boolean allowed() {
        Optional<Boolean> replaced = normalizer.map(SpaceCuts::replacesSpaces);
        return !addedTokenReachesAcross
                && normalizer.map(SpaceCuts::isLocal).orElse(true)
                && preTokenizer
                        .map(step -> allowed(step, replaced.orElse(false)))
                        .orElseGet(() -> mergesOnly && !(replaced.orElse(false) ? blockInside : spaceInside));
    }

    private boolean allowed(JsonNode step, boolean replaced) {
        return switch (step.path("type").asText()) {
            case "BertPreTokenizer", "Whitespace", "WhitespaceSplit" -> !replaced;
            case "ByteLevel" -> !replaced && (step.path("use_regex").asBoolean(true) || (mergesOnly && !byteInside));
            case "Metaspace" -> !replaced && step.path("split").asBoolean(true);
            // The normalizer has replaced all spaces, so there are none left to split at.
            case "Split" ->
                replaced && step.path("pattern").path("String").asText().equals(" ") && mergesOnly && !blockInside;
            default -> false;
        };
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
                && step.path("content").asText().equals(String.valueOf(BLOCK));
        for (JsonNode each : step.path("normalizers")) {
            replaces |= replacesSpaces(each);
        }
        return replaces;
    }
}
