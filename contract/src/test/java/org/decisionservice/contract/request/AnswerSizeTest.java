// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.junit.jupiter.api.Test;

class AnswerSizeTest {
    private static void check(int states, String questions) {
        JsonObject read = (JsonObject)
                JsonReader.read(questions.getBytes(StandardCharsets.UTF_8)).root();
        Limits.checkAnswer(states, read.members());
    }

    private static void refused(int states, String questions) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> check(states, questions))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.TOO_LARGE))
                .withMessageContaining("send fewer states at once");
    }

    private static void taken(int states, String questions) {
        assertThatCode(() -> check(states, questions)).doesNotThrowAnyException();
    }

    private static String choice(String label) {
        return "{\"q\":{\"type\":\"choice\",\"criteria\":{\"" + label + "\":\"\",\"b\":\"\"}}}";
    }

    @Test
    void aLabelIsThereTwiceForEveryState() {
        // The labels take 2 × n + 1 bytes and the id takes 3, times 64 states.
        taken(64, choice("a".repeat(131_070)));
        refused(64, choice("a".repeat(131_071)));
        taken(63, choice("a".repeat(131_071)));
        refused(64, choice("\u00e4".repeat(65_536)));
        refused(64, "{\"q\":{\"type\":\"choice\",\"criteria\":[\"" + "a".repeat(131_072) + "\"]}}");
    }

    @Test
    void levelsAndIdsCountAndDescriptionsDoNot() {
        refused(64, "{\"q\":{\"type\":\"score\",\"criteria\":[\"" + "a".repeat(131_072) + "\"]}}");
        refused(64, "{\"" + "q".repeat(90_000) + "\":{\"type\":\"noul\"}}");
        refused(64, "{\"" + "q".repeat(90_000) + "\":0}");
        taken(64, "{\"q\":{\"type\":\"choice\",\"criteria\":{\"a\":\"" + "d".repeat(2_000_000) + "\"}}}");
        taken(64, "{\"q\":{\"type\":\"noul\",\"criteria\":{\"true\":\"" + "d".repeat(2_000_000) + "\"}}}");
        taken(64, "{\"q\":{\"type\":\"choice\"}}");
    }

    @Test
    void oneStateMayRepeatWhateverABodyHolds() {
        taken(1, choice("a".repeat(2_000_000)));
        taken(1, "{\"" + "q".repeat(2_000_000) + "\":{\"type\":\"noul\"}}");
    }
}
