// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Character.UnicodeScript;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Detection;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceDetectorTest {
    private final EvidenceDetector detector = new EvidenceDetector();

    private Detection detect(String text) {
        return detector.detect(new State.Text(text));
    }

    @Test
    void describesAPlainEnglishTicket() {
        assertThat(detect("I was charged twice this month, I want my money back"))
                .isEqualTo(new Detection(
                        UnicodeScript.LATIN,
                        new LinkedHashMap<>(Map.of(UnicodeScript.LATIN, 1.0)),
                        Optional.of("en"),
                        true,
                        false,
                        0.0,
                        0.0,
                        Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "Москва, cyrillic", "αθήνα, greek", "東京, han", "ラーメン, kana", "ひらがなとカナ, kana", "서울, hangul",
        "دبي, arabic", "दिल्ली, devanagari", "กรุงเทพ, thai", "ᎣᏏᏲ, cherokee", "𝐇𝐞𝐥𝐥𝐨, common", "abc, latin",
        "42 !?, unknown", "[ˈ], unknown", "5 µ, unknown"
    })
    void namesTheScript(String text, String script) {
        assertThat(Detection.nameOf(detect(text).script())).isEqualTo(script);
    }

    @Test
    void countsLettersByScriptLargestFirst() {
        Detection detection = detect("ok мир привет 42");
        assertThat(detection.scriptProfile())
                .isEqualTo(shares(UnicodeScript.CYRILLIC, 9 / 11.0, UnicodeScript.LATIN, 2 / 11.0));
        assertThat(detection.nonLatinFraction()).isEqualTo(9 / 11.0);
        assertThat(detection.english()).isFalse();
        assertThat(detection.language()).isEmpty();
        assertThat(detect("né à Zürich").diacriticRate()).isEqualTo(3 / 11.0);
    }

    @Test
    void aCapitalisedNameOrASymbolInAnotherScriptDoesNotCarryAText() {
        assertThat(detect("Please ask Иван Петров about it").script()).isEqualTo(UnicodeScript.LATIN);
        assertThat(detect("set α to 5 now").script()).isEqualTo(UnicodeScript.LATIN);
        assertThat(detect("please see заказ").script()).isEqualTo(UnicodeScript.CYRILLIC);
    }

    @Test
    void readsValuesAndNotKeysDownToSixLevels() {
        JsonValue foreign = new JsonString("wo bleibt mein Paket");
        State keyed = JsonText.state(object("wo bleibt mein Paket", new JsonString("where is my parcel")));
        assertThat(detector.detect(keyed).english()).isTrue();
        for (int level = 0; level < 6; level++) {
            foreign = level % 2 == 0 ? object("in", foreign) : new JsonArray(List.of(foreign));
        }
        assertThat(detector.detect(JsonText.state(foreign)).english()).isFalse();
        assertThat(detector.detect(JsonText.state(object("in", foreign))).script())
                .isEqualTo(UnicodeScript.UNKNOWN);
    }

    @Test
    void findsAForeignFieldBehindALongEnglishOne() {
        String english = "The agent called the customer twice and left a message. ".repeat(200);
        State state = JsonText.state(
                new JsonArray(List.of(new JsonString(english), new JsonString(" jag vill ha mina pengar tillbaka\t"))));
        Detection detection = detector.detect(state);
        assertThat(detection.language()).contains("sv");
        assertThat(detection.mixedSegment()).contains("jag vill ha mina pengar tillbaka");
    }

    @Test
    void findsALineInAnotherScriptWhereEnglishIsMost() {
        String english = "The agent called the customer twice and left a message. ".repeat(5);
        Detection detection = detect(english + "\nмне до сих пор никто не ответил\n" + english);
        assertThat(detection.english()).isFalse();
        assertThat(detection.mixedSegment()).contains("мне до сих пор никто не ответил");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ".", "e ", "e\n", "a'", "a.b@", "\u0301\u0323", "ab Ёж ", "\uD83D\uDE00", "\uD83D"})
    void readsHostileTextsOnlySoFar(String part) {
        String text = part.repeat(50_000 / part.length());
        List<Piece> lines = StateValues.lines(List.of(text), EvidenceDetector.LINES);
        assertThat(lines.stream().mapToInt(Piece::length).sum()).isLessThanOrEqualTo(EvidenceDetector.LINES);
        for (Piece line : lines) {
            assertThat(Words.read(List.of(line), EvidenceDetector.WINDOW).length())
                    .isLessThanOrEqualTo(EvidenceDetector.WINDOW);
        }
        assertThat(Words.read(lines, EvidenceDetector.WINDOW).length()).isLessThanOrEqualTo(EvidenceDetector.WINDOW);
        assertThat(detect(text))
                .as("what comes later changes nothing")
                .isEqualTo(detect(text + "\nwo bleibt mein Paket, ich warte schon so lange\nгде моя посылка"));
    }

    private static JsonObject object(String name, JsonValue value) {
        return new JsonObject(new LinkedHashMap<>(Map.of(name, value)));
    }

    private static SequencedMap<UnicodeScript, Double> shares(
            UnicodeScript first, double one, UnicodeScript second, double two) {
        SequencedMap<UnicodeScript, Double> shares = new LinkedHashMap<>();
        shares.put(first, one);
        shares.put(second, two);
        return shares;
    }
}
