// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads {@code tokenizer/}: the tokenizer itself and the texts of its special tokens. */
final class TokenizerReader {
    static final String TOKENIZER = "tokenizer/tokenizer.json";
    static final String CONFIG = "tokenizer/tokenizer_config.json";

    /**
     * Turns off the lengths and padding that tokenizer files carry from training, because the packer decides the length
     * of a row. The configuration next to the file is read here, not by the library, which would take lengths from it.
     */
    private static final Map<String, String> PLAIN =
            Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false");

    private static final String NO_TOKENIZER = "is no tokenizer of the Hugging Face format";

    private final ConfigFile config;
    private final HuggingFaceTokenizer tokenizer;
    private final int vocabulary;

    private TokenizerReader(ConfigFile config, HuggingFaceTokenizer tokenizer, int vocabulary) {
        this.config = config;
        this.tokenizer = tokenizer;
        this.vocabulary = vocabulary;
    }

    /** {@code vocabulary} is the number of embeddings the encoder has. */
    static Tokenizer read(Path directory, int vocabulary) {
        ConfigFile config = ConfigFile.read(directory, CONFIG);
        HuggingFaceTokenizer tokenizer = open(directory);
        try {
            var reader = new TokenizerReader(config, tokenizer, vocabulary);
            return NativeTokenizer.of(
                    new NativeText(tokenizer),
                    reader.specialTokens(),
                    TokenizerShape.read(ConfigFile.require(directory, TOKENIZER)));
        } catch (IOException e) {
            tokenizer.close();
            throw new CheckpointException(TOKENIZER, "cannot be read; check its permissions", e);
        } catch (CheckpointException e) {
            tokenizer.close();
            throw e;
        }
    }

    private static HuggingFaceTokenizer open(Path directory) {
        Path file = ConfigFile.require(directory, TOKENIZER);
        boolean own = ConfigFile.isOwn(directory, file);
        try (InputStream in = Files.newInputStream(file)) {
            PatternCheck.dangerous(file).ifPresent(pattern -> {
                throw new CheckpointException(
                        TOKENIZER,
                        "has a regular expression that takes exponential time over some texts,"
                                + " which would end the process" + (own ? ": " + pattern : "")
                                + "; write it without a repeated group that holds a repetition or alternatives");
            });
            return HuggingFaceTokenizer.newInstance(in, PLAIN);
        } catch (JsonProcessingException e) {
            throw new CheckpointException(TOKENIZER, NO_TOKENIZER + ": it is not valid JSON");
        } catch (IOException e) {
            throw new CheckpointException(TOKENIZER, "cannot be read; check its permissions", e);
        } catch (CheckpointException e) {
            throw e;
        } catch (RuntimeException e) {
            // The native parser has no specific exception for a file it cannot parse, and its message quotes the
            // content.
            throw new CheckpointException(TOKENIZER, NO_TOKENIZER + (own ? ": " + e.getMessage() : ""));
        }
    }

    private SpecialTokens specialTokens() {
        return new SpecialTokens(
                id("cls_token"), id("sep_token"), id("mask_token"), id("pad_token"), content("mask_token"));
    }

    private int id(String key) {
        String text = content(key);
        long[] ids = tokenizer.encode(text, false, false).getIds();
        if (ids.length != 1) {
            throw config.wrong("'" + key + "' is " + config.shown(text) + ", which " + TOKENIZER + " reads as "
                    + ids.length + " tokens, expected one");
        }
        if (ids[0] >= vocabulary) {
            throw config.wrong(
                    "'" + key + "' is " + config.shown(text) + " with id " + ids[0] + ", but the encoder has only "
                            + vocabulary + " embeddings ('vocab_size' in " + EncoderConfigReader.FILE + ")");
        }
        return (int) ids[0];
    }

    /** The text of a token, which is given as a string or as an object with a "content" member. */
    private String content(String key) {
        JsonNode token = config.get(key);
        JsonNode text = token.isObject() ? token.path("content") : token;
        if (!text.isTextual() || text.textValue().isEmpty()) {
            throw config.wrong(
                    "'" + key + "' is " + config.shown(token) + ", expected a string or an object with \"content\"");
        }
        return text.textValue();
    }
}
