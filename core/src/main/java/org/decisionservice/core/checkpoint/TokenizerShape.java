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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a tokenizer and the facts about its vocabulary that decide where its texts may be cut. */
final class TokenizerShape {
    static final char SPACE = ' ';
    /** How tokenizers derived from SentencePiece write a space. */
    static final char BLOCK = '\u2581';
    /** How byte-level tokenizers write the byte of a space. */
    static final char BYTE = '\u0120';

    /** Most field names are vocabulary entries, each of which occurs only once. */
    private static final JsonMapper JSON = new JsonMapper(JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build());

    private final List<String> addedTokens = new ArrayList<>();
    private boolean addedTokensAreExact = true;
    private Optional<JsonNode> normalizer = Optional.empty();
    private Optional<JsonNode> preTokenizer = Optional.empty();
    private String model = "";
    private boolean mergesOnly = true;
    private int mostWordCharacters;
    private int entries;
    private int longestEntry;
    /** Whether each mark occurs after another character in an entry of the vocabulary. */
    private boolean spaceInside;

    private boolean blockInside;
    private boolean byteInside;

    private TokenizerShape() {}

    /**
     * Reads {@code file}, a {@code tokenizer.json} that the library has already loaded. The result is empty if it holds
     * something that this parser rejects.
     */
    static Optional<TokenizerShape> read(Path file) throws IOException {
        TokenizerShape shape = new TokenizerShape();
        try (JsonParser json = JSON.createParser(Files.newInputStream(file))) {
            json.nextToken();
            for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
                json.nextToken();
                shape.member(key, json);
            }
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
        return Optional.of(shape);
    }

    private void member(String key, JsonParser json) throws IOException {
        switch (key) {
            case "normalizer" -> normalizer = tree(json);
            case "pre_tokenizer" -> preTokenizer = tree(json);
            case "added_tokens" -> {
                for (JsonNode token : json.<JsonNode>readValueAsTree()) {
                    addedTokens.add(token.path("content").asText());
                    addedTokensAreExact &= !token.path("normalized").asBoolean()
                            && !token.path("single_word").asBoolean();
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
        for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            switch (key) {
                case "type" -> model = json.getText();
                case "max_input_chars_per_word" -> mostWordCharacters = json.getValueAsInt();
                case "vocab" -> vocabulary(json, value);
                // With any of these, the tokens of a word depend on where it ends, or on chance.
                case "dropout", "ignore_merges", "end_of_word_suffix", "continuing_subword_prefix" ->
                    mergesOnly &= value == JsonToken.VALUE_NULL || value == JsonToken.VALUE_FALSE;
                default -> json.skipChildren();
            }
        }
        mergesOnly &= model.equals("BPE");
    }

    private void vocabulary(JsonParser json, JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            mergesOnly = false;
            return;
        }
        for (String entry = json.nextFieldName(); entry != null; entry = json.nextFieldName()) {
            json.nextToken();
            entries++;
            longestEntry = Math.max(longestEntry, entry.length());
            spaceInside |= reaches(entry, SPACE);
            blockInside |= reaches(entry, BLOCK);
            byteInside |= reaches(entry, BYTE);
        }
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

    /** Texts of the added tokens, which the library looks for in the whole text before any other step. */
    List<String> addedTokens() {
        return addedTokens;
    }

    /** Whether added tokens are found exactly as written, whatever characters are around them. */
    boolean addedTokensAreExact() {
        return addedTokensAreExact;
    }

    Optional<JsonNode> normalizer() {
        return normalizer;
    }

    Optional<JsonNode> preTokenizer() {
        return preTokenizer;
    }

    /** The type of the model: {@code BPE}, {@code WordPiece}. */
    String model() {
        return model;
    }

    /** Whether the model only merges neighbours, so that the tokens before a boundary depend on nothing behind it. */
    boolean mergesOnly() {
        return mergesOnly;
    }

    /** Characters of the longest word that the model splits; a longer one is one unknown token. */
    int mostWordCharacters() {
        return mostWordCharacters;
    }

    /** Size of the vocabulary, without tokens that were added to it. */
    int entries() {
        return entries;
    }

    /** Characters of the longest token, or bytes if the tokenizer works on bytes. */
    int longestToken() {
        return Math.max(
                longestEntry,
                addedTokens.stream().mapToInt(String::length).max().orElse(0));
    }

    /** Whether an entry of the vocabulary holds the mark after another character. */
    boolean holdsInside(char mark) {
        return switch (mark) {
            case SPACE -> spaceInside;
            case BLOCK -> blockInside;
            case BYTE -> byteInside;
            default -> throw new IllegalArgumentException("not a mark: " + mark);
        };
    }
}
