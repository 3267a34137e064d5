// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a tokenizer and the facts about its vocabulary that decide where its texts may be cut. */
final class TokenizerShape {
    static final char SPACE = ' ';
    /** The space in tokenizers derived from SentencePiece. */
    static final char BLOCK = '\u2581';
    /** The byte of a space in byte-level tokenizers. */
    static final char BYTE = '\u0120';

    /** A vocabulary of a quarter of a million entries with twice as many merges has half of these. */
    private static final int MOST_VALUES = 6_000_000;

    /** Of every member but the model, which is read as a tree; ten for each of the added tokens. */
    private static final int MOST_IN_A_PART = 500_000;

    /** Most field names are vocabulary entries, each of which occurs only once. */
    private static final JsonMapper JSON = new JsonMapper(JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxTokenCount(MOST_VALUES).build())
            .build());

    private final List<String> addedTokens = new ArrayList<>();
    private Optional<String> dangerous = Optional.empty();
    private long highestId = -1;
    private String highestEntry = "";
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
     * Reads a {@code tokenizer.json}, before the library does: that takes memory for whatever the file holds.
     *
     * @param name of the file, for messages
     * @throws JsonProcessingException if it is not valid JSON
     * @throws CheckpointException if it holds more than a tokenizer needs
     */
    static TokenizerShape read(String name, byte[] content) throws IOException {
        TokenizerShape shape = new TokenizerShape();
        try (JsonParser json = JSON.createParser(content)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return shape;
            }
            for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
                json.nextToken();
                shape.member(key, json);
            }
            while (json.nextToken() != null) {
                json.skipChildren();
            }
        } catch (StreamConstraintsException _) {
            throw new CheckpointException(
                    name,
                    "holds longer or more values than a tokenizer has: " + MOST_VALUES + " are read, of which "
                            + MOST_IN_A_PART + " may be in one member beside the model");
        }
        return shape;
    }

    private void member(String key, JsonParser json) throws IOException {
        switch (key) {
            case "normalizer" -> normalizer = part(json);
            case "pre_tokenizer" -> preTokenizer = part(json);
            case "added_tokens" -> {
                for (JsonNode token : part(json).orElseGet(MissingNode::getInstance)) {
                    String text = token.path("content").asText();
                    addedTokens.add(text);
                    note(text, token.path("id").asLong(-1));
                    addedTokensAreExact &= !token.path("normalized").asBoolean()
                            && !token.path("single_word").asBoolean();
                }
            }
            case "model" -> model(json);
            default -> {
                var _ = part(json);
            }
        }
    }

    private Optional<JsonNode> part(JsonParser json) throws IOException {
        JsonNode node = JSON.readTree(new Counted(json));
        if (dangerous.isEmpty()) {
            dangerous = PatternCheck.dangerous(node);
        }
        return node.isNull() ? Optional.empty() : Optional.of(node);
    }

    /** A tree takes many times the memory of its text. */
    private static final class Counted extends JsonParserDelegate {
        private int values;

        Counted(JsonParser json) {
            super(json);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            if (++values > MOST_IN_A_PART) {
                throw new StreamConstraintsException("too many values");
            }
            return super.nextToken();
        }
    }

    private void note(String entry, long id) {
        if (id > highestId) {
            highestId = id;
            highestEntry = entry;
        }
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
            mergesOnly = false;
            list(json, value);
            return;
        }
        for (String entry = json.nextFieldName(); entry != null; entry = json.nextFieldName()) {
            note(entry, json.nextToken() == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : -1);
            json.skipChildren();
            entries++;
            longestEntry = Math.max(longestEntry, entry.length());
            spaceInside |= reaches(entry, SPACE);
            blockInside |= reaches(entry, BLOCK);
            byteInside |= reaches(entry, BYTE);
        }
    }

    /** A vocabulary that is a list of entries with their scores, whose ids are their places. */
    private void list(JsonParser json, JsonToken value) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        long id = 0;
        while (json.nextToken() == JsonToken.START_ARRAY) {
            note(json.nextToken() == JsonToken.VALUE_STRING ? json.getText() : "", id++);
            while (json.currentToken() != JsonToken.END_ARRAY) {
                json.skipChildren();
                json.nextToken();
            }
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

    /** A regular expression that takes exponential time over some texts, if there is one. */
    Optional<String> dangerous() {
        return dangerous;
    }

    /** The highest id that the file gives to a token; -1 if it gives none. */
    long highestId() {
        return highestId;
    }

    /** The token that has it. */
    String highestEntry() {
        return highestEntry;
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
