// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.Surrogates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown members of a body: no tree is built of them, but they must be as valid as the known ones. */
class UnknownMembersTest {
    private static final RequestReader READER =
            new RequestReader(CheckpointNames.ROUTED, WireOptions.DEFAULTS.maxTokenBudget(), RequestRules.DOCUMENT);

    private static byte[] body(String others) {
        return ("{\"state\":\"s\",\"questions\":{}" + others + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static Refusal refusal(String others) {
        return ((RefusedException)
                        catchThrowable(() -> READER.single(body(others)).request()))
                .refusal();
    }

    @Test
    void areNotInTheTree() {
        JsonReader.Document document = JsonReader.read(
                body(",\"x\":{\"y\":[1,2.5,true,null,\"z\",{}]},\"model\":\"en\""), RequestReader::inSingle);
        assertThat(((JsonObject) document.root()).members().keySet()).containsExactly("state", "questions", "model");
        assertThat(document.hiddenSurrogates()).isFalse();
    }

    @Test
    void readsEveryKnownMember() {
        assertThat(READER.single(body(",\"x\":1,\"max_len\":7,\"lang\":\"de\""))
                        .request()
                        .controls()
                        .maxLen())
                .hasValue(7);
        assertThat(refusal(",\"on_predict_end\":1").detail()).contains("'on_predict_end'");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> READER.batch("{\"states\":[\"s\"],\"questions\":{},\"diagnostics\":[]}"
                                .getBytes(StandardCharsets.UTF_8))
                        .request())
                .withMessageContaining("'diagnostics'");
        assertThat(READER.batch("{\"states\":[\"s\"],\"questions\":{},\"batch_size\":3}"
                                .getBytes(StandardCharsets.UTF_8))
                        .request()
                        .controls()
                        .batchSize())
                .hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"x\":\"\\ud800\"",
                ",\"x\":[{\"y\":\"\\udc00\"}]",
                ",\"x\":{\"\\ud800\":1}",
                ",\"\\ud800\":1",
                ",\"\\ud800\":1,\"\\ud800\":2",
                ",\"x\":1,\"x\":\"\\ud800\"",
                ",\"x\":\"\\ud800\",\"y\":1"
            })
    void refusesTheirUnpairedSurrogates(String others) {
        assertThat(refusal(others)).isEqualTo(new Refusal(Refusal.Kind.MALFORMED, Surrogates.DETAIL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"x\":\"\\ud83d\\ude00\"",
                ",\"x\":\"\\ud800\",\"x\":1",
                ",\"x\":{\"y\":\"\\ud800\",\"y\":[]}",
                ",\"x\":{\"\\ud800\":1},\"x\":{}"
            })
    void onlyTheLastValueOfANameCounts(String others) {
        assertThat(READER.single(body(others)).request().states()).hasSize(1);
    }

    @Test
    void checksSurrogatesAfterLimitsAndHooks() {
        assertThat(refusal(",\"x\":\"\\ud800\",\"hooks\":1").kind()).isEqualTo(Refusal.Kind.INVALID);
        assertThat(refusal(",\"x\":\"\\ud800\",\"state\":\"" + "a".repeat(50_001) + "\"")
                        .kind())
                .isEqualTo(Refusal.Kind.TOO_LONG);
        assertThat(refusal(",\"x\":\"\\ud800\",\"max_len\":true").kind()).isEqualTo(Refusal.Kind.MALFORMED);
    }

    @Test
    void mustBeValidJson() {
        assertThat(refusal(",\"x\":[1,]").kind()).isEqualTo(Refusal.Kind.MALFORMED);
        assertThat(refusal(",\"x\":{\"y\"").kind()).isEqualTo(Refusal.Kind.MALFORMED);
        assertThat(refusal(",\"x\":" + "[".repeat(1000) + "]".repeat(1000)).detail())
                .contains("1000 levels");
        assertThat(READER.single(body(",\"x\":" + "[".repeat(999) + "]".repeat(999)))
                        .request()
                        .states())
                .hasSize(1);
        assertThat(refusal(",\"x\":[" + "1".repeat(4301) + "]").detail()).contains("4301 digits");
        assertThat(refusal(",\"x\":-" + "1".repeat(4301)).detail()).contains("4301 digits");
        assertThat(READER.single(body(",\"x\":-" + "1".repeat(4300))).request().states())
                .hasSize(1);
    }
}
