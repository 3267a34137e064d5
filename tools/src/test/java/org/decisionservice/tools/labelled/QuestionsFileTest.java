// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The questions of a table in the file of a question set. */
class QuestionsFileTest {
    @ParameterizedTest
    @ValueSource(strings = {"triage", "guard"})
    void aQuestionSetIsReadWhateverElseItSays(String set) {
        assertThat(QuestionsFile.read(Path.of("..", "conf", "question-sets", set + ".json")))
                .containsKey(set.equals("guard") ? "injection" : "intent")
                .doesNotContainKeys("questions", "blocks");
    }
}
