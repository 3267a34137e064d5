// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    private static JsonValue read(String json) {
        return JsonReader.read(json.getBytes(StandardCharsets.UTF_8)).root();
    }

    private static void refused(byte[] body) {
        assertThatThrownBy(() -> JsonReader.read(body))
                .asInstanceOf(InstanceOfAssertFactories.type(RefusedException.class))
                .extracting(e -> e.refusal().kind())
                .isEqualTo(Refusal.Kind.MALFORMED);
    }

    private static byte[] bytes(int... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int value : values) {
            out.write(value);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1,}|column 8: a comma before }",
                "[1, ]|column 5: a comma before ]",
                "{\"a\":}|column 6: a value is missing before }",
                "{\"a\":1,,\"b\":2}|column 8: a comma with nothing before it",
                "{\"a\":1 \"b\":2}|column 8: a comma is missing before this, or a double quote inside a string",
                "{\"a\":\"say \"hi\" now\"}|column 12: a comma is missing before this, or a double quote inside",
                "{\"a\" 1}|column 6: a colon is missing after a member's name",
                "{'a':1}|column 2: single quotes; JSON has double quotes only",
                "{\"a\":'x'}|column 6: single quotes",
                "{\u201ca\u201d:1}|column 2: typographic quotes",
                "{a:1}|column 2: a member's name must be in double quotes",
                "{\u00a0\"a\":1}|column 2: a space that is not one of JSON",
                "{\"a\":\"x\ty\"}|column 8: an unescaped tab in a string; write \\t",
                "{\"a\":\"x\u0001y\"}|column 8: an unescaped control character in a string",
                "{\"a\":True}|column 10: Python's True, False or None",
                "{\"a\":-Infinity}|column 15: NaN, Infinity and undefined are not JSON",
                "{\"a\":secret-of-a-client}|column 12: a word without double quotes",
                "{\"a\":1 // c}|column 8: a comment, which JSON does not have",
                "{\"a\":\"\\q\"}|column 8: an unknown escape in a string",
                "{\"a\":\"\\u12g4\"}|column 11: \\u in a string needs four hexadecimal digits",
                "{\"a\":01}|column 7: a number that JSON does not have",
                "{\"a\":.5}|column 6: a number that JSON does not have",
                "{\"a\":1]|column 7: a ] that closes nothing, or not what is open",
                "{\"a\":\"x|column 8: the text ends inside a string",
                "{\"a\":1|column 7: the text ends before it is complete",
                "{\"a\":`x`}|column 6: backquotes; JSON has double quotes only",
                "{\"a\":5.}|column 7: a number that JSON does not have",
                "{\"a\":NaN}|column 9: NaN, Infinity and undefined are not JSON",
                "{\"a\":#}|column 6: not the beginning of a value"
            })
    void aFaultHasAReasonBesideItsPlace(String json, String said) {
        assertThatThrownBy(() -> read(json))
                .hasMessageStartingWith("request body must be valid JSON: error at line 1, " + said)
                .hasMessageNotContaining("secret");
    }

    @Test
    void aLineBreakInAStringIsNamed() {
        for (String lineBreak : List.of("\n", "\r\n")) {
            assertThatThrownBy(() -> read("{\n\"a\":\"x" + lineBreak + "y\"}"))
                    .hasMessage("request body must be valid JSON: error at line 2, column 7:"
                            + " an unescaped line break in a string; write \\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}x",
                "{} {}",
                "{\"a\":1,}",
                "[1,]",
                "{'a':1}",
                "{a:1}",
                "{\"a\" 1}",
                "//c\n{}",
                "{}//c",
                "01",
                "+1",
                "5.",
                ".5",
                "1e",
                "0x10",
                "-",
                "nan",
                "NaN",
                "Infinity",
                "-Infinity",
                "undefined",
                "True",
                "\"\\x41\"",
                "\"\\u12G4\"",
                "\"a\nb\"",
                "\"\u0001\"",
                "\"abc",
                "\u00A0{}",
                "\f{}",
                "\uFEFF\uFEFF{}",
                "]",
                "{\"a\":}",
                "[1 2]",
                "\"\\ud83d",
                "1 2",
                "tru",
                "[1}",
                "{\"a\"}"
            })
    void whatPythonRefusesIsRefused(String json) {
        refused(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void numbersKeepWhatTheyAre() {
        assertThat(read("-0")).isEqualTo(new JsonInteger("0"));
        assertThat(read("-0.0")).isEqualTo(new JsonDouble(-0.0));
        assertThat(read("1e400")).isEqualTo(new JsonDouble(Double.POSITIVE_INFINITY));
        assertThat(read("-1e400")).isEqualTo(new JsonDouble(Double.NEGATIVE_INFINITY));
        assertThat(read("1E2")).isEqualTo(new JsonDouble(100));
        assertThat(read("123456789012345678901234567890")).isEqualTo(new JsonInteger("123456789012345678901234567890"));
        assertThat(read("0." + "1".repeat(5000))).isEqualTo(new JsonDouble(1.0 / 9));
    }

    @Test
    void integersHavePythonsLongestLength() {
        assertThat(read("-" + "9".repeat(4300))).isEqualTo(new JsonInteger("-" + "9".repeat(4300)));
        refused("9".repeat(4301).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void ofDuplicateKeysTheLastValueTakesTheFirstPlace() {
        JsonObject object = (JsonObject) read("{\"a\":1,\"b\":2,\"a\":3}");
        assertThat(object.members().keySet()).containsExactly("a", "b");
        assertThat(object.members().get("a")).isEqualTo(new JsonInteger("3"));
    }

    @Test
    void nestingEndsAtAThousandLevels() {
        assertThat(read("[".repeat(1000) + "]".repeat(1000))).isInstanceOf(JsonArray.class);
        refused(("[".repeat(1001) + "]".repeat(1001)).getBytes(StandardCharsets.UTF_8));
        refused("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void longNamesAndStringsAreRead() {
        String name = "n".repeat(100_000);
        JsonObject object = (JsonObject) read("{\"" + name + "\":\"" + "v".repeat(1_000_000) + "\"}");
        assertThat(object.members()).containsKey(name);
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8,''",
        "UTF-8,\uFEFF",
        "UTF-16LE,''",
        "UTF-16BE,''",
        "UTF-16LE,\uFEFF",
        "UTF-16BE,\uFEFF",
        "UTF-32LE,''",
        "UTF-32BE,''",
        "UTF-32LE,\uFEFF",
        "UTF-32BE,\uFEFF"
    })
    void everyUnicodeEncodingIsRead(String charset, String mark) {
        Charset encoding = Charset.forName(charset);
        assertThat(JsonReader.read((mark + "{\"ä😀\":1}").getBytes(encoding)).root())
                .asInstanceOf(InstanceOfAssertFactories.type(JsonObject.class))
                .satisfies(object -> assertThat(object.members()).containsKey("ä😀"));
        assertThat(JsonReader.read((mark + "12").getBytes(encoding)).root()).isEqualTo(new JsonInteger("12"));
    }

    @Test
    void aSingleDigitInSixteenBits() {
        assertThat(JsonReader.read(bytes('1', 0)).root()).isEqualTo(new JsonInteger("1"));
        assertThat(JsonReader.read(bytes(0, '1')).root()).isEqualTo(new JsonInteger("1"));
    }

    @Test
    void brokenBytesAreRefused() {
        refused(bytes('"', 0xE9, '"'));
        refused(bytes('"', 0xC0, 0x80, '"'));
        refused(bytes('"', 0xE4, 0xB8, '"'));
        refused(bytes('"', 0xF5, 0x80, 0x80, 0x80, '"'));
        refused(bytes(0xFF, 0xFE, '1', 0, '2'));
        refused(bytes('1', 0, 0, 0, 0, 0));
        refused(bytes('1', 0, 0, 0, 0, 0, 0x11, 0));
    }

    private static boolean unpaired(String json) {
        return JsonReader.read(json.getBytes(StandardCharsets.UTF_8)).unpaired();
    }

    @Test
    void findsUnpairedSurrogatesAmongEscapes() {
        assertThat(read("\"\\ud83d\\ude00\"")).isEqualTo(new JsonString("😀"));
        assertThat(unpaired("\"\\ud83d\\ude00\"")).isFalse();
        assertThat(unpaired("\"a\\ud83d\"")).isTrue();
        assertThat(unpaired("[{\"k\":[\"\\ude00\\ud83d\"]}]")).isTrue();
        assertThat(unpaired("{\"\\udbff\":1}")).isTrue();
        assertThat(unpaired("{\"😀\":\"😀 \\n 😀\"}")).isFalse();
        assertThat(unpaired("\"" + "😀".repeat(10_000) + "\\ud83d\"")).isTrue();
    }

    @Test
    void onlyTheLastValueOfANameCanHoldAnUnpairedSurrogate() {
        assertThat(unpaired("{\"a\":\"\\ud83d\",\"a\":1}")).isFalse();
        assertThat(unpaired("{\"a\":1,\"a\":\"\\ud83d\"}")).isTrue();
    }

    @Test
    void findsUnpairedSurrogatesInOnePartOfADocument() {
        JsonReader.Document document = JsonReader.read("[\"\\ud83d\",\"b\"]".getBytes(StandardCharsets.UTF_8));
        List<JsonValue> elements = ((JsonArray) document.root()).elements();
        assertThat(document.unpairedIn(elements.get(0))).isTrue();
        assertThat(document.unpairedIn(elements.get(1))).isFalse();
    }

    @Test
    void encodedSurrogatesDoNotHideOtherBrokenBytes() {
        refused(bytes('"', 0xED, 0xA0, 0x80, 0xE9, '"'));
        refused(bytes('"', 0xE4, 0xED, 0xA0, 0x80, '"'));
    }

    @Test
    void surrogatesInRawBytesAreReportedEvenAsPairs() {
        assertThat(JsonReader.read(bytes('"', 0xED, 0xA0, 0x80, '"')).hiddenSurrogates())
                .isTrue();
        assertThat(JsonReader.read(bytes('"', 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, '"'))
                        .hiddenSurrogates())
                .isTrue();
        assertThat(JsonReader.read(bytes('"', 0xED, 0x9F, 0xBF, '"')).hiddenSurrogates())
                .isFalse();
        assertThat(JsonReader.read(bytes('"', 0, 0, 0xD8, '"', 0)).hiddenSurrogates())
                .isTrue();
        assertThat(JsonReader.read(bytes('"', 0, 0x3D, 0xD8, 0, 0xDE, '"', 0)).hiddenSurrogates())
                .isFalse();
        assertThat(JsonReader.read(bytes('"', 0, 0, 0, 0, 0xD8, 0, 0, '"', 0, 0, 0))
                        .hiddenSurrogates())
                .isTrue();
    }

    @Test
    void aFormIsNamedAsWhatItIs() {
        for (byte last : new byte[] {'x', (byte) 0x89}) {
            byte[] form = "--boundary\r\nContent-Type: image/png\r\n\r\n".getBytes(StandardCharsets.UTF_8);
            form[form.length - 1] = last;
            assertThatThrownBy(() -> JsonReader.read(form))
                    .asInstanceOf(InstanceOfAssertFactories.type(RefusedException.class))
                    .extracting(e -> e.refusal().detail())
                    .isEqualTo("request body must be valid JSON, not a multipart form: images and other files are not"
                            + " supported, this service reads text");
        }
    }
}
