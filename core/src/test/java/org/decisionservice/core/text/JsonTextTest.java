// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.golden.GoldenJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    /** Expected values are those of CPython's {@code repr}. */
    @ParameterizedTest
    @CsvSource({
        "0.0, 0.0",
        "-0.0, -0.0",
        "1.0, 1.0",
        "-0.5, -0.5",
        "1e15, 1000000000000000.0",
        "9999999999999998.0, 9999999999999998.0",
        "1e16, 1e+16",
        "123456789012345680.0, 1.2345678901234568e+17",
        "1e22, 1e+22",
        "1e23, 1e+23",
        "123e18, 1.23e+20",
        "1e7, 10000000.0",
        "12345678.9, 12345678.9",
        "9007199254740993.0, 9007199254740992.0",
        "0.001, 0.001",
        "0.00099, 0.00099",
        "1e-4, 0.0001",
        "0.00012345, 0.00012345",
        "1e-5, 1e-05",
        "-1.5e-5, -1.5e-05",
        "2e-7, 2e-07",
        "1.2345e-100, 1.2345e-100",
        "2e-44, 2e-44",
        "5e-324, 5e-324",
        "1e-323, 1e-323",
        "1.5e-323, 1.5e-323",
        "-4.4e-323, -4.4e-323",
        "1e-322, 1e-322",
        "8.61e-322, 8.6e-322",
        "2.5e-321, 2.5e-321",
        "2.225073858507201e-308, 2.225073858507201e-308",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "Infinity, Infinity",
        "-Infinity, -Infinity",
        "NaN, NaN"
    })
    void spellsNumbersAsPythonDoes(double value, String python) {
        assertThat(JsonText.render(new JsonDouble(value))).isEqualTo(python);
    }

    /** Each is the output of {@code json.dumps(x, ensure_ascii=False)}, so reading and rendering it changes nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u007f\u2028é😀\", {\"\": {}, \"k\": []},"
                        + " [], true, null, -0.0]",
                "{\"b\": 1, \"a\": 1000000000000000000000000000000, \"nested\": {\"x\": [1, [2, [3]]]}}",
                "\"\"",
                "[]",
                "{}",
                "[[], [[]], {}]",
                "{\"quote\\\"d\\u0000\": false}",
                "-12"
            })
    void writesWhatPythonWrites(String python) {
        JsonValue value = GoldenJson.read(python);
        assertThat(JsonText.render(value)).isEqualTo(python);
    }

    @Test
    void readsAnExponentBeyondTheRangeAsInfinity() {
        assertThat(JsonText.render(GoldenJson.read("[1e400, -1e400, -0]"))).isEqualTo("[Infinity, -Infinity, 0]");
    }

    @Test
    void keepsTheFirstPlaceAndTheLastValueOfARepeatedName() {
        assertThat(JsonText.render(GoldenJson.read("{\"a\": 1, \"b\": 2, \"a\": 3}")))
                .isEqualTo("{\"a\": 3, \"b\": 2}");
    }

    @Test
    void nestsDeeperThanAnyStack() {
        JsonValue value = new JsonInteger("7");
        int depth = 100_000;
        for (int i = 0; i < depth; i++) {
            value = new JsonArray(List.of(value));
        }
        assertThat(JsonText.render(value)).isEqualTo("[".repeat(depth) + "7" + "]".repeat(depth));
    }

    @Test
    void leavesAStringAsItIsWhereTextIsWanted() {
        assertThat(JsonText.asText(new JsonString("say \"hi\""))).isEqualTo("say \"hi\"");
        assertThat(JsonText.asText(GoldenJson.read("{\"hi\": [true, 1.0]}"))).isEqualTo("{\"hi\": [true, 1.0]}");
    }

    /** It is measured in pieces before it is written. */
    @Test
    void aLongTextIsWhole() {
        JsonValue numbers = new JsonArray(Collections.nCopies(20_000, new JsonDouble(1e15)));
        String text = JsonText.render(new JsonArray(List.of(numbers, new JsonString("\u6f22".repeat(9_000)), numbers)));
        String part = "[" + String.join(", ", Collections.nCopies(20_000, "1000000000000000.0")) + "]";
        assertThat(text).isEqualTo("[" + part + ", \"" + "\u6f22".repeat(9_000) + "\", " + part + "]");
    }
}
