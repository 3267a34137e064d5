// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the first tokens of a text can be taken from a part of it. */
class SpaceCutsTest {
    private static final JsonMapper JSON = new JsonMapper();

    /** Random texts whose first tokens are compared, and of which every cut is tried. */
    private static final int TEXTS = Boolean.getBoolean("nightly") ? 4_000 : 1_000;

    private static final int TEXTS_CUT = TEXTS / 12;

    /** Pieces that random texts are made of: anything that could reach across a space or change what is next to it. */
    private static final List<String> PIECES = List.of(
            " ",
            " ",
            " ",
            "  ",
            "            ",
            "\n",
            "\t",
            "\r\n",
            "\u0000",
            "\u00a0",
            "\u2003",
            "\u2581",
            "\u0120",
            "\u0301",
            "a\u0301 ",
            "\u0344",
            "\u1112\u1161\u11ab",
            "\u11ab a",
            "\ufdfa",
            "\u037a",
            "\u3164",
            "\ufffd",
            "\u200b",
            "\u200d",
            "the",
            "a",
            "I",
            "don't",
            "'s",
            "'re",
            "e-mail",
            "12",
            "3.5",
            "Straße",
            "ΣΑΣ",
            "İstanbul",
            "中文",
            "日本 語",
            "привет",
            "مرحبا",
            "नमस्ते",
            "😀",
            "👨‍👩‍👧",
            "!",
            "...",
            "[MASK]",
            "<mask>",
            "[CLS]",
            "<unused0>",
            "<bos>",
            "|||IP_ADDRESS|||",
            "<|padding|>",
            "[multimodal]",
            "<0x20>",
            "qqqqzzzxxx",
            "supercalifragilistic");

    static List<Path> checkpoints() {
        return List.of(
                Golden.tiny("english"), Golden.tiny("multilingual"), Golden.tiny("typed-decisions"), Golden.starter());
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(120);
        boolean spaced = random.nextBoolean();
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
            if (spaced) {
                text.append(' ');
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void theFirstTokensAreThoseOfTheWholeText(Path checkpoint) {
        Random random = new Random(7);
        try (Tokenizer tokenizer = CheckpointReader.read(checkpoint).tokenizer()) {
            for (int i = 0; i < TEXTS; i++) {
                String text = text(random);
                int limit = random.nextInt(20);
                int[] all = tokenizer.encode(text);
                assertThat(tokenizer.encode(text, limit))
                        .as("%d of '%s'", limit, text)
                        .isEqualTo(Arrays.copyOf(all, Math.min(all.length, limit)));
            }
        }
    }

    /** Cuts at every possible position, not only at those that a limit happens to choose. */
    @ParameterizedTest
    @MethodSource("checkpoints")
    void noCutChangesTheTokensBeforeIt(Path checkpoint) {
        Random random = new Random(11);
        try (Tokenizer tokenizer = CheckpointReader.read(checkpoint).tokenizer()) {
            for (int i = 0; i < TEXTS_CUT; i++) {
                String text = text(random);
                int[] all = tokenizer.encode(text);
                for (int cut = SpaceCuts.next(text, 0); cut < text.length(); cut = SpaceCuts.next(text, cut + 1)) {
                    int[] before = tokenizer.encode(text.substring(0, cut));
                    assertThat(Arrays.copyOf(all, before.length))
                            .as("'%s' cut at %d", text, cut)
                            .isEqualTo(before);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void everyCheckpointHereAllowsCuts(Path checkpoint) throws IOException {
        assertThat(SpaceCuts.allowedBy(TokenizerShape.read(
                        TokenizerReader.TOKENIZER, Files.readAllBytes(checkpoint.resolve(TokenizerReader.TOKENIZER)))))
                .isTrue();
    }

    @Test
    void cutsAreBetweenLettersOrDigits() {
        assertThat(SpaceCuts.next("ab cd", 0)).isEqualTo(2);
        assertThat(SpaceCuts.next("ab cd", 2)).isEqualTo(2);
        assertThat(SpaceCuts.next("ab cd", 3)).isEqualTo(5);
        assertThat(SpaceCuts.next("ab  cd, e é 1 ", 0)).isEqualTo(9);
        assertThat(SpaceCuts.next(" a", 0)).isEqualTo(2);
        assertThat(SpaceCuts.next("", 0)).isZero();
    }

    @Test
    void tokenizersThatReachAcrossASpaceForbidCuts() throws IOException {
        assertThat(changed("english", root -> addedToken(root, "New York"))).isFalse();
        assertThat(changed("english", root -> addedToken(root, "York "))).isFalse();
        assertThat(changed("english", root -> addedToken(root, "  York"))).isTrue();
        assertThat(changed("multilingual", root -> entry(root, "a\u2581b"))).isFalse();
        assertThat(changed("multilingual", root -> entry(root, "\u2581\u2581b")))
                .isTrue();
        assertThat(changed("multilingual", root -> model(root).put("ignore_merges", true)))
                .isFalse();
        assertThat(changed("multilingual", root -> model(root).put("dropout", 0.1)))
                .isFalse();
        assertThat(changed("multilingual", root -> model(root).put("end_of_word_suffix", "</w>")))
                .isFalse();
        assertThat(changed("multilingual", root -> root.putNull("normalizer"))).isFalse();
        assertThat(changed("multilingual", root -> root.putNull("pre_tokenizer")))
                .isTrue();
    }

    @Test
    void unknownTokenizersForbidCuts() throws IOException {
        assertThat(changed("english", root -> ((ObjectNode) root.get("pre_tokenizer")).put("type", "Digits")))
                .isFalse();
        assertThat(changed("english", root -> ((ObjectNode) root.get("normalizer")).put("type", "Precompiled")))
                .isFalse();
        assertThat(changed("english", root -> ((ObjectNode) root.get("pre_tokenizer")).put("use_regex", false)))
                .isTrue();
        assertThat(changed("english", root -> {
                    ((ObjectNode) root.get("pre_tokenizer")).put("use_regex", false);
                    entry(root, "a\u0120b");
                }))
                .isFalse();
    }

    private static ObjectNode model(ObjectNode root) {
        return (ObjectNode) root.get("model");
    }

    private static void entry(ObjectNode root, String token) {
        ((ObjectNode) model(root).get("vocab")).put(token, 0);
    }

    private static void addedToken(ObjectNode root, String content) {
        ((ArrayNode) root.get("added_tokens")).addObject().put("content", content);
    }

    private boolean changed(String checkpoint, Consumer<ObjectNode> change) throws IOException {
        JsonNode root = JSON.readTree(Files.readAllBytes(Golden.tiny(checkpoint).resolve(TokenizerReader.TOKENIZER)));
        change.accept((ObjectNode) root);
        return SpaceCuts.allowedBy(TokenizerShape.read(TokenizerReader.TOKENIZER, JSON.writeValueAsBytes(root)));
    }
}
