// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Family;
import org.decisionservice.core.golden.GoldenJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptTest {
    private static final Prompt TUNE = Family.DECISION_TUNE.prompt();

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{} ~ ``",
                "null ~ ``",
                "[] ~ []",
                "3.0 ~ 3.0",
                "{\"a\": \"b\"} ~ a: b",
                "{\"a\": \"x, y: z\", \"b c\": 1} ~ a: x, y: z | b c: 1",
                "{\"a\": [1, \"x, y\", {\"k\": null}], \"b\": {}, \"c\": true}"
                        + " ~ a: [1,\"x, y\",{\"k\":null}] | b: {} | c: true",
                "{\"q\\\"\": \"\\\\ \\u0001 \\t.\", \"n\": [\"\\\" , \"]} ~ `q\": \\ \u0001 \t. | n: [\"\\\" , \"]`",
                "[{\"a\": 1}, [2, 3], \"a: b, c\"] ~ [{\"a\":1},[2,3],\"a: b, c\"]"
            })
    void membersAreNamedAndTheRestHasNoSpaces(String json, String text) {
        State state = JsonText.state(GoldenJson.read(json));
        assertThat(TUNE.state(state)).isEqualTo(text);
        assertThat(Family.LAYA.prompt().state(state)).isEqualTo(state.text());
    }

    @Test
    void textIsReadAsItIs() {
        assertThat(TUNE.state(new State.Text("{\"a\": 1}"))).isEqualTo("{\"a\": 1}");
    }

    @Test
    void trueSideComesFirstUnlessTheClientSetsAnOrder() {
        Question.Noul plain = noul(Optional.empty());
        assertThat(TUNE.ordered(plain).optionOrder()).contains(List.of(1, 0));
        assertThat(TUNE.ordered(noul(Optional.of(List.of(0, 1)))).optionOrder()).contains(List.of(0, 1));
        assertThat(Family.LAYA.prompt().ordered(plain)).isSameAs(plain);
        assertThat(OptionTexts.render(plain, TUNE.wording())).containsExactly("no", "yes");
    }

    private static Question.Noul noul(Optional<List<Integer>> order) {
        return new Question.Noul(
                "It rains.",
                new Question.Side("false", Optional.empty()),
                new Question.Side("true", Optional.empty()),
                order);
    }
}
