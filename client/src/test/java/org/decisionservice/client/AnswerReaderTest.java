// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Objects;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Teaching;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that no service answers with; what services answer is read in the server's tests. */
class AnswerReaderTest {
    private static final List<NamedQuestion> ASKED = List.of(
            Questions.noul("n", "It rains."),
            Questions.score("s", "How much?", "none", "some", "much"),
            Questions.choice("c", "Which?", "a", "b"));
    private static final String ANSWER = """
            {"answers": {
              "n": {"noul": 0.25, "confidence": 0.75, "answer_confidence": 0.75, "action": {"act_probability": 0.5},
                    "abstention": "passed", "abstention_threshold": 0.125},
              "s": {"score": 1.5, "probabilities": {"0": 0.25, "1": 0.25, "2": 0.5},
                    "coverage": {"level": 0.9, "options": [1, 2]}},
              "c": {"choice": "a", "probabilities": {"a": 0.625, "b": 0.375}}},
             "usage": {"input_tokens": 1}}""";

    private static Answer read(String answer, String id) {
        return Objects.requireNonNull(
                new AnswerReader(ASKED).response(Json.parse(answer)).answers().get(id));
    }

    @Test
    void anAnswerOfAServiceIsRead() {
        assertThat(((Answer.Noul) read(ANSWER, "n")).yes()).isEqualTo(0.25);
        assertThat(((Answer.Score) read(ANSWER, "s")).score()).isEqualTo(1.5);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"noul\": 0.25', NONE",
        "'\"noul\": 0.25, \"learned\": true', LEARNED",
        "'\"noul\": 0.25, \"x_learned\": true, \"x_unlike\": true', UNLIKE"
    })
    void whatLabelsHadToDoWithAnAnswerIsRead(String members, Teaching teaching) {
        assertThat(read(ANSWER.replace("\"noul\": 0.25", members), "n")
                        .certainty()
                        .teaching())
                .isEqualTo(teaching);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"noul\": 0.25', '\"noul\": 7.0', 'noul'",
        "'\"noul\": 0.25', '\"noul\": -0.1', 'noul'",
        "'\"noul\": 0.25', '\"noul\": 1e999', 'noul'",
        "'\"noul\": 0.25', '\"noul\": \"0.25\"', 'not a number'",
        "'\"noul\": 0.25', '\"noul\": true', 'not a number'",
        "'\"noul\": 0.25', '\"noul\": null', 'noul'",
        "'\"confidence\": 0.75', '\"confidence\": 1.1', 'confidence'",
        "'\"answer_confidence\": 0.75', '\"answer_confidence\": 2', 'answer_confidence'",
        "'\"act_probability\": 0.5', '\"act_probability\": -1', 'act_probability'",
        "'\"abstention_threshold\": 0.125', '\"abstention_threshold\": 3', 'abstention_threshold'",
        "'\"level\": 0.9', '\"level\": 90', 'level'",
        "'\"score\": 1.5', '\"score\": 2.5', 'score'",
        "'\"score\": 1.5', '\"score\": -1', 'score'",
        "'\"a\": 0.625', '\"a\": 62.5', 'probabilities'"
    })
    void aNumberThatNoAnswerHasIsRefusedByItsName(String written, String wrong, String named) {
        String answer = ANSWER.replaceFirst(written, wrong);
        assertThat(answer).isNotEqualTo(ANSWER);
        assertThatIllegalArgumentException().isThrownBy(() -> read(answer, "n")).withMessageContaining(named);
    }
}
