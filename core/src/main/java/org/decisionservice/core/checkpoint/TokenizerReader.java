// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /** Tokens that the configuration names; they are special even if the tokenizer's file does not say so. */
    private static final List<String> NAMED = List.of("cls_token", "sep_token", "mask_token", "pad_token");

    private static final String NO_TOKENIZER = "is not a tokenizer in the Hugging Face format";

    private final ConfigFile config;
    private final HuggingFaceTokenizer tokenizer;
    private final int vocabulary;

    private TokenizerReader(ConfigFile config, HuggingFaceTokenizer tokenizer, int vocabulary) {
        this.config = config;
        this.tokenizer = tokenizer;
        this.vocabulary = vocabulary;
    }

    /** @param vocabulary number of embeddings that the encoder has */
    static Tokenizer read(Path directory, int vocabulary, TextReading texts) {
        ConfigFile config = ConfigFile.read(directory, CONFIG);
        HuggingFaceTokenizer tokenizer = open(directory);
        try {
            var reader = new TokenizerReader(config, tokenizer, vocabulary);
            SpecialTokens special = reader.specialTokens();
            Optional<TokenizerShape> shape = TokenizerShape.read(ConfigFile.require(directory, TOKENIZER));
            return switch (texts) {
                case WITH_SPECIAL_TOKENS -> NativeTokenizer.of(new NativeText(tokenizer), special, shape);
                case LITERAL -> reader.literal(directory, special, shape);
            };
        } catch (IOException e) {
            tokenizer.close();
            throw new CheckpointException(TOKENIZER, "cannot be read; check its permissions", e);
        } catch (CheckpointException e) {
            tokenizer.close();
            throw e;
        }
    }

    /** A tokenizer without special tokens. It replaces the one that their ids were read from. */
    private Tokenizer literal(Path directory, SpecialTokens special, Optional<TokenizerShape> shape)
            throws IOException {
        TokenizerShape known = shape.orElseThrow(() -> notLiteral("its steps cannot be read"));
        Set<String> named = new HashSet<>();
        for (String key : NAMED) {
            named.add(content(key));
        }
        LiteralTokenizer rewritten =
                LiteralTokenizer.of(ConfigFile.require(directory, TOKENIZER), known.entries(), named);
        NativeText plain =
                new NativeText(HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(rewritten.json()), PLAIN));
        try {
            for (String token : known.addedTokens()) {
                long[] before = tokenizer.encode(token, false, false).getIds();
                long[] now = plain.ids(token);
                if (rewritten.specialTokens().contains(token)
                        ? Arrays.equals(before, now)
                        : !Arrays.equals(before, now)) {
                    throw notLiteral("it would not tokenize " + config.shown(token) + " correctly");
                }
            }
        } catch (CheckpointException e) {
            plain.close();
            throw e;
        }
        tokenizer.close();
        return NativeTokenizer.of(
                plain,
                new SpecialTokens(special.cls(), special.sep(), special.mask(), special.pad(), Optional.empty()),
                shape);
    }

    private static CheckpointException notLiteral(String why) {
        return new CheckpointException(
                TOKENIZER, "cannot be used with SERVICE_LITERAL_TEXT=1: " + why + "; leave the setting off");
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
                id("cls_token"),
                id("sep_token"),
                id("mask_token"),
                id("pad_token"),
                Optional.of(content("mask_token")));
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
