// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.decisionservice.api.JsonValue.JsonDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "\"ü \\\" \\n\"",
                "123456789012345678901234567890",
                "[0.1,-7,[],{}]",
                "{\"b\":1,\"a\":{\"c\":[null]}}"
            })
    void whatIsReadIsWrittenAgain(String text) {
        assertThat(Json.text(Json.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[1,]", "NaN", "{} {}", "'a'", "\"\\ud83\""})
    void whatIsNoDocumentIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Json.parse(text))
                .withMessageStartingWith("not a JSON document: ");
    }

    @Test
    void depthIsBounded() {
        assertThat(Json.parse("[".repeat(1000) + "]".repeat(1000))).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> Json.parse("[".repeat(100_000)));
    }

    @Test
    void numbersThatJsonLacksAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.text(new JsonDouble(Double.NaN)));
    }
}
