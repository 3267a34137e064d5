// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {
    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}\\p{Cn}]");

    @ParameterizedTest
    @CsvSource({
        "plain text, plain text",
        "Grüße 日本語 😀, Grüße 日本語 😀",
        "'a\nb\r\tc', a\\u000ab\\u000d\\u0009c",
        "a\u001b[2J, a\\u001b[2J",
        "a\u0085b\u009b, a\\u0085b\\u009b",
        "a\u2028b\u2029, a\\u2028b\\u2029",
        "a\u202eb, a\\u202eb",
        "a\u2066b\u2069, a\\u2066b\\u2069",
        "a\u200bb\ufeff, a\\u200bb\\ufeff",
        "a\ud800b, a\\ud800b",
        "a\ue000, a\\ue000",
        "a\u3164, a\\u3164"
    })
    void invisibleCharactersAreEscaped(String text, String shown) {
        assertThat(Printable.of(text)).isEqualTo(shown);
    }

    @Test
    void characterBeyondTheFirstPlaneIsAPairOfEscapes() {
        assertThat(Printable.of("a" + Character.toString(0xe0041))).isEqualTo("a\\udb40\\udc41");
    }

    @Test
    void ofAllCharactersNoHiddenOneIsLeft() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(c -> {
            String shown = Printable.of("<" + Character.toString(c) + ">");
            assertThat(HIDDEN.matcher(shown).find()).as("U+%04X", c).isFalse();
            assertThat(shown).startsWith("<").endsWith(">");
        });
    }

    @Test
    void textThatIsPrintableIsNotCopied() {
        String text = "Grüße";
        assertThat(Printable.of(text)).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource({
        "a-1, a-1",
        "2026-11-25T12:00:00+01:00, 2026-11-25T12:00:00+01:00",
        "a b, \"a b\"",
        "a;b=c, \"a;b=c\"",
        "'a\" b=\"c', \"a\\\" b=\\\"c\"",
        "a\\u202e, \"a\\\\u202e\"",
        "a\u202e, \"a\\u202e\"",
        "'', \"\"",
        "é, \"é\""
    })
    void aFieldCannotBeTakenForAnother(String value, String field) {
        assertThat(Quote.field(value)).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"a, a", "'  a \r\n  b\n', a b", "'a\n\n\nb', a b", "a  b, a  b", "' ', ''"})
    void linesAreJoinedByASpace(String text, String joined) {
        assertThat(Printable.joinLines(text)).isEqualTo(joined);
    }

    @Test
    void aFieldIsCut() {
        assertThat(Quote.field("x".repeat(128))).isEqualTo("x".repeat(128));
        assertThat(Quote.field("x".repeat(1000))).isEqualTo('"' + "x".repeat(128) + "…\"");
    }

    @Test
    void aQuotationShowsNothingThatIsHidden() {
        assertThat(Quote.of("a\u202e'\ufeff")).isEqualTo("'a\\u202e'\\ufeff'");
    }
}
