// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the text of a special token can be tokenized like any other text. */
class LiteralTextTest {
    private static final JsonMapper JSON = new JsonMapper();

    static List<Path> checkpoints() {
        return List.of(
                Golden.tiny("english"), Golden.tiny("multilingual"), Golden.tiny("typed-decisions"), Golden.starter());
    }

    private record Added(String text, int id, boolean special) {}

    private static List<Added> added(Path checkpoint) throws IOException {
        List<Added> added = new ArrayList<>();
        for (JsonNode token : JSON.readTree(
                        checkpoint.resolve(TokenizerReader.TOKENIZER).toFile())
                .get("added_tokens")) {
            added.add(new Added(
                    token.get("content").textValue(),
                    token.get("id").intValue(),
                    token.get("special").booleanValue()));
        }
        return added;
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void specialTokensInATextAreOrdinaryText(Path checkpoint) throws IOException {
        try (Tokenizer literal =
                        CheckpointReader.read(checkpoint, TextReading.LITERAL).tokenizer();
                Tokenizer usual = CheckpointReader.read(checkpoint).tokenizer()) {
            List<Added> special =
                    added(checkpoint).stream().filter(Added::special).toList();
            assertThat(special).hasSizeGreaterThan(4);
            for (Added token : special) {
                for (String text : List.of(
                        token.text(), "a" + token.text() + "b", token.text().repeat(3000))) {
                    assertThat(usual.encode(text)).as(text).contains(token.id());
                    assertThat(literal.encode(text)).as(text).doesNotContain(token.id());
                    assertThat(literal.encode(text, 48)).as(text).doesNotContain(token.id());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void everyOtherTextHasTheSameTokens(Path checkpoint) throws IOException {
        try (Tokenizer literal =
                        CheckpointReader.read(checkpoint, TextReading.LITERAL).tokenizer();
                Tokenizer usual = CheckpointReader.read(checkpoint).tokenizer()) {
            assertThat(literal.specialTokens().cls())
                    .isEqualTo(usual.specialTokens().cls());
            assertThat(literal.specialTokens().sep())
                    .isEqualTo(usual.specialTokens().sep());
            assertThat(literal.specialTokens().mask())
                    .isEqualTo(usual.specialTokens().mask());
            assertThat(literal.specialTokens().pad())
                    .isEqualTo(usual.specialTokens().pad());
            for (Added token : added(checkpoint)) {
                if (!token.special()) {
                    assertThat(literal.encode("a" + token.text() + "b"))
                            .isEqualTo(usual.encode("a" + token.text() + "b"))
                            .contains(token.id());
                }
            }
            for (String text : List.of(
                    "I was charged twice, and nobody answers.",
                    "  two  spaces\n\n\nand lines",
                    "お客様は 文品が",
                    "naïve café 😀 e\u0301",
                    "[CLS",
                    "< mask >",
                    "")) {
                assertThat(literal.encode(text)).as(text).isEqualTo(usual.encode(text));
            }
        }
    }
}
