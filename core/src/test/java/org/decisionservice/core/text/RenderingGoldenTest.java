// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.golden.GoldenQuestions;
import org.junit.jupiter.api.Test;

/** Compares every recorded state, option and instruction, character by character. */
class RenderingGoldenTest {
    @Test
    void rendersEveryRecordedTextExactly() {
        List<JsonNode> cases = Golden.compressedLines("packing.jsonl.gz");
        assertThat(cases).isNotEmpty();
        SoftAssertions soft = new SoftAssertions();
        for (JsonNode recorded : cases) {
            String id = recorded.get("id").textValue();
            State state = GoldenQuestions.state(recorded);
            Question question = GoldenQuestions.question(recorded);
            String text = recorded.get("state_text").textValue();
            soft.assertThat(state.text()).as(id + " state").isEqualTo(text);
            soft.assertThat(OptionTexts.render(question))
                    .as(id + " options")
                    .isEqualTo(StreamSupport.stream(recorded.get("option_texts").spliterator(), false)
                            .map(JsonNode::textValue)
                            .toList());
            soft.assertThat(question.instructions())
                    .as(id + " instructions")
                    .isEqualTo(recorded.get("instructions_text").textValue());
        }
        soft.assertAll();
    }
}
