// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import opennlp.tools.langdetect.Language;
import opennlp.tools.langdetect.LanguageDetectorME;
import opennlp.tools.langdetect.LanguageDetectorModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageModelTest {
    private static LanguageDetectorME original;

    @BeforeAll
    static void readOriginal() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(LanguageModelTest.class.getResourceAsStream("/langdetect-183.bin"))) {
            original = new LanguageDetectorME(new LanguageDetectorModel(in));
        }
    }

    /**
     * The part of the model that is kept gives the same odds as OpenNLP's own code if no run of characters occurs
     * twice: OpenNLP counts a run once, this code every time it occurs.
     */
    @ParameterizedTest
    @CsvSource({"kup chleb, slk, sk", "vi gjort, nno, nn", "gusto mei, nno, nn"})
    void agreesWithOpenNlp(String text, String code, String other) {
        Map<String, Double> probabilities = Arrays.stream(original.predictLanguages(text))
                .collect(Collectors.toMap(Language::getLang, Language::getConfidence));
        double expected = Math.log(probabilities.getOrDefault("eng", 0.0) / probabilities.getOrDefault(code, 0.0));
        NgramModel.Reading reading = Resources.MODEL.read(text.toCharArray(), text.length());
        assertThat(reading.other()).isEqualTo(other);
        assertThat(reading.englishMargin() * (text.length() - 1)).isCloseTo(expected, within(1e-5));
    }

    @Test
    void namesTheLanguage() {
        String text = "jag vill ha mina pengar tillbaka";
        assertThat(Resources.MODEL.read(text.toCharArray(), text.length()).other())
                .isEqualTo("sv");
    }

    @Test
    void anEmptyTextHasNoMargin() {
        assertThat(Resources.MODEL.read(new char[0], 0).englishMargin()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "the, true",
        "parcel, true",
        "parcel's, true",
        "don't, true",
        "colour, true",
        "color, true",
        "login, true",
        "café, true",
        "a, true",
        "i, true",
        "zzz, false",
        "e, false",
        "con, false",
        "paket, false",
        "s, false"
    })
    void listHoldsEnglishWords(String word, boolean held) {
        assertThat(Resources.ENGLISH.contains(word.toCharArray(), 0, word.length()))
                .isEqualTo(held);
    }
}
