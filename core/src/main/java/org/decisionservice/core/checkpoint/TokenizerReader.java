// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.decisionservice.core.text.Quote;

/** Reads a tokenizer and the texts of its special tokens, from the files that its family has for them. */
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

    /** The largest known has 33 MiB. While it is read, there are five copies of it. */
    private static final int LARGEST = 40 << 20;

    /** The texts of special tokens where a family fixes them. */
    private static final Map<String, String> FIXED =
            Map.of("cls_token", "[CLS]", "sep_token", "[SEP]", "mask_token", "[MASK]", "pad_token", "[PAD]");

    private final Family family;
    private final ConfigFile config;
    private final boolean own;
    private final int vocabulary;

    private TokenizerReader(Family family, ConfigFile config, boolean own, int vocabulary) {
        this.family = family;
        this.config = config;
        this.own = own;
        this.vocabulary = vocabulary;
    }

    /** @param vocabulary number of embeddings that the encoder has */
    static Tokenizer read(Path directory, Family family, int vocabulary, TextReading texts) {
        String name = family.files().tokenizer();
        ConfigFile config = family.files()
                .tokenizerConfig()
                .map(names -> ConfigFile.read(directory, names))
                .orElseGet(() -> ConfigFile.of(name, FIXED));
        Path file = ConfigFile.require(directory, name);
        boolean own = ConfigFile.isOwn(directory, file);
        return new TokenizerReader(family, config, own, vocabulary).read(file, texts);
    }

    private Tokenizer read(Path file, TextReading texts) {
        try {
            byte[] content = RegularFile.bytes(file, LARGEST);
            TokenizerShape shape = TokenizerShape.read(family.files().tokenizer(), content);
            requireEmbedding(shape.highestEntry(), shape.highestId());
            shape.dangerous().ifPresent(pattern -> {
                throw wrong("has a regular expression that takes exponential time over some texts,"
                        + " which would end the process" + (own ? ": " + pattern : "")
                        + "; write it without a repeated group that holds a repetition or alternatives");
            });
            return read(content, open(content), shape, texts);
        } catch (JsonProcessingException _) {
            throw wrong(NO_TOKENIZER + ": it is not valid JSON");
        } catch (IOException e) {
            throw new CheckpointException(family.files().tokenizer(), "cannot be read: " + RegularFile.reason(e), e);
        }
    }

    private CheckpointException wrong(String problem) {
        return new CheckpointException(family.files().tokenizer(), problem);
    }

    private Tokenizer read(byte[] content, HuggingFaceTokenizer tokenizer, TokenizerShape shape, TextReading texts)
            throws IOException {
        try {
            // The library numbers added tokens by itself, whatever ids the file gives them.
            for (String token : shape.addedTokens()) {
                for (long id : tokenizer.encode(token, false, false).getIds()) {
                    requireEmbedding(token, id);
                }
            }
            SpecialTokens special = specialTokens(tokenizer);
            return switch (texts) {
                case WITH_SPECIAL_TOKENS -> NativeTokenizer.of(new NativeText(tokenizer), special, shape);
                case LITERAL -> literal(content, tokenizer, special, shape);
            };
        } catch (IOException | CheckpointException e) {
            tokenizer.close();
            throw e;
        }
    }

    /** A client's text may hold any token, and one without an embedding has no answer. */
    private void requireEmbedding(String token, long id) {
        if (id >= vocabulary) {
            throw wrong("token " + (own ? Quote.of(token) + " " : "") + "has the id " + id
                    + ", but the encoder has only " + vocabulary + " embeddings ('vocab_size' in "
                    + family.files().encoder() + ")");
        }
    }

    /** A tokenizer without special tokens. It replaces the one that their ids were read from. */
    private Tokenizer literal(
            byte[] content, HuggingFaceTokenizer tokenizer, SpecialTokens special, TokenizerShape shape)
            throws IOException {
        Set<String> named = new HashSet<>();
        for (String key : NAMED) {
            named.add(content(key));
        }
        LiteralTokenizer rewritten = LiteralTokenizer.of(content, shape.entries(), named);
        NativeText plain = new NativeText(open(rewritten.json()));
        try {
            for (String token : shape.addedTokens()) {
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
                new SpecialTokens(special.cls(), special.sep(), special.mask(), special.pad(), List.of()),
                shape);
    }

    private CheckpointException notLiteral(String why) {
        return wrong("cannot be used with SERVICE_LITERAL_TEXT=1: " + why + "; leave the setting off");
    }

    private HuggingFaceTokenizer open(byte[] content) throws IOException {
        // Whoever opens the first one decides where the library comes from, on whatever thread that is.
        TokenizerLibrary.load().ifPresent(reason -> {
            throw wrong(reason);
        });
        try {
            return HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(content), PLAIN);
        } catch (RuntimeException e) {
            // The native parser has no specific exception for a file it cannot parse, and its message quotes the
            // content.
            throw wrong(NO_TOKENIZER + (own ? ": " + Quote.of(String.valueOf(e.getMessage())) : ""));
        }
    }

    private SpecialTokens specialTokens(HuggingFaceTokenizer tokenizer) {
        return new SpecialTokens(
                id("cls_token", tokenizer),
                id("sep_token", tokenizer),
                id("mask_token", tokenizer),
                id("pad_token", tokenizer),
                family.hidden().isEmpty() ? List.of(content("mask_token")) : family.hidden());
    }

    private int id(String key, HuggingFaceTokenizer tokenizer) {
        String text = content(key);
        long[] ids = tokenizer.encode(text, false, false).getIds();
        if (ids.length != 1) {
            throw config.wrong("'" + key + "' is " + config.shown(text) + ", which "
                    + family.files().tokenizer()
                    + " reads as "
                    + ids.length + " tokens, expected one");
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
