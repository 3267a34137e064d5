// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That long texts are really tokenized in pieces; {@link UnbrokenTextTest} compares their tokens. */
class AllTokensTest {
    private static final int LENGTH = 50_000;

    @ParameterizedTest
    @ValueSource(strings = {"😀", "🇩🇪", "👨\u200d👩\u200d👧", "中", "-"})
    void aTextWithoutSpacesIsTokenizedInPieces(String unit) throws IOException {
        Path file = Golden.tiny("english").resolve(TokenizerReader.TOKENIZER);
        try (InputStream in = Files.newInputStream(file);
                NativeText text = new NativeText(HuggingFaceTokenizer.newInstance(
                        in, Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false")))) {
            int longest = TokenizerShape.read(TokenizerReader.TOKENIZER, Files.readAllBytes(file))
                    .longestToken();
            AllTokens all = new AllTokens(text, new FirstTokens(text, longest));
            String whole = unit.repeat(LENGTH / unit.length());
            assertThat(all.pieces(whole)).hasSizeGreaterThanOrEqualTo(3);
            assertThat(all.of(whole)).isEqualTo(NativeTokenizer.first(Integer.MAX_VALUE, text.ids(whole)));
        }
    }

    @Test
    void onlyLongTextsThatFewSpacesBreakAreWorthIt() {
        assertThat(AllTokens.isFor("-".repeat(LENGTH))).isTrue();
        assertThat(AllTokens.isFor("😀😀 a b ".repeat(LENGTH / 100))).isFalse();
        assertThat(AllTokens.isFor("please refund the second payment ".repeat(LENGTH / 33)))
                .isFalse();
    }
}
