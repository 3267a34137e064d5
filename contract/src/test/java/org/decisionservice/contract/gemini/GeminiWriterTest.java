// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Elimination;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Window;
import org.decisionservice.contract.json.JsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the members of answers. */
class GeminiWriterTest {
    private static final Usage USAGE = new Usage(10, 7, 0, List.of(), new LinkedHashMap<>());
    private static final String WRITTEN_USAGE = "\"usage\":{\"total_input_tokens\":10,\"input_tokens_by_modality\":"
            + "[{\"modality\":\"text\",\"tokens\":10}],\"total_output_tokens\":0,\"total_tokens\":10";

    private static Certainty certainty(double largest) {
        return new Certainty(0.1, largest, 0.125, Optional.empty());
    }

    private static String write(boolean extended, Map<String, Answer> answers, Usage usage) {
        LinkedHashMap<String, Answer> ordered = new LinkedHashMap<>(answers);
        JsonDocument body =
                new GeminiWriter(extended).write(new DecisionResponse(ordered, usage, Optional.of(routing())));
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    private static Routing routing() {
        return new Routing(CheckpointName.ENGLISH, "repo", "why", Optional.empty(), Optional.empty());
    }

    private static String one(Answer answer) {
        String body = write(false, Map.of("q", answer), USAGE);
        String start = "{\"answers\":{\"q\":";
        String end = "}," + WRITTEN_USAGE + "}}";
        assertThat(body).startsWith(start).endsWith(end);
        return body.substring(start.length(), body.length() - end.length());
    }

    @ParameterizedTest
    @CsvSource({
        "0.75,0.75,0.75",
        "0.25,0.25,0.75",
        "0.99999,0.99,0.99",
        "0.99,0.99,0.99",
        "0.0,0.01,0.99",
        "0.5,0.5,0.5"
    })
    void aNoulIsNeverSurerThanTheApiPromises(double yes, String noul, String confidence) {
        assertThat(one(new Answer.Noul(Probabilities.of(1 - yes, yes), certainty(Math.max(yes, 1 - yes)))))
                .isEqualTo("{\"type\":\"noul\",\"noul\":" + noul + ",\"confidence\":" + confidence + "}");
    }

    @Test
    void theConfidenceIsTheLargestProbability() {
        assertThat(one(new Answer.Choice(
                        List.of(new JsonString("a"), new JsonString("b\"")),
                        1,
                        Probabilities.of(0.2, 0.8),
                        certainty(0.8))))
                .isEqualTo("{\"type\":\"choice\",\"choice\":\"b\\\"\",\"probabilities\":{\"a\":0.2,\"b\\\"\":0.8},"
                        + "\"confidence\":0.8}");
        assertThat(one(new Answer.Score(
                        1.1, List.of("low", "mid", "high"), Probabilities.of(0.2, 0.5, 0.3), certainty(0.5))))
                .isEqualTo("{\"type\":\"score\",\"score\":1.1,\"probabilities\":{\"0\":0.2,\"1\":0.5,\"2\":0.3},"
                        + "\"legend\":{\"0\":\"low\",\"1\":\"mid\",\"2\":\"high\"},\"confidence\":0.5}");
    }

    @Test
    void theServicesOwnMembersHaveAPrefixAndAreLeftOutOfTheStrictForm() {
        Certainty held =
                new Certainty(0.5, 0.75, 0.125, Optional.of(new Abstention(Abstention.Outcome.ABSTAINED, 0.9)));
        Answer choice = new Answer.Choice(
                List.of(new JsonString("a"), new JsonString("b")),
                0,
                Probabilities.of(0.75, 0.25),
                held,
                Optional.of(new Elimination(1, 2, List.of(0), Elimination.Scope.ALL, false)),
                Optional.of(new Window(0, 2, 0, 5)));
        LinkedHashMap<String, Usage.CollapsedOptions> collapsed = new LinkedHashMap<>();
        collapsed.put("q", new Usage.CollapsedOptions(4, 2, OptionalInt.of(1)));
        Usage cut = new Usage(10, 7, 3, List.of("q"), collapsed);
        assertThat(write(true, Map.of("q", choice), cut))
                .isEqualTo("{\"answers\":{\"q\":{\"type\":\"choice\",\"choice\":\"a\",\"probabilities\":{\"a\":0.75,"
                        + "\"b\":0.25},\"confidence\":0.75,\"x_low_confidence\":true,\"x_abstention\":\"abstained\","
                        + "\"x_abstention_threshold\":0.9,\"x_elimination\":{\"rounds\":1,\"groups\":2,"
                        + "\"finalists\":[\"a\"]},\"x_window\":{\"start\":0,\"end\":5,\"index\":0,\"count\":2}}},"
                        + WRITTEN_USAGE + ",\"x_state_tokens\":7,\"x_state_tokens_dropped\":3,\"x_truncated\":true,"
                        + "\"x_truncated_questions\":[\"q\"],\"x_options\":{\"q\":{\"total\":4,\"distinct\":2,"
                        + "\"tokens_per_option\":1}}},\"x_routing\":{\"model\":\"english\",\"repo\":\"repo\","
                        + "\"reason\":\"why\",\"detection\":null,\"workflow\":null}}");
        assertThat(write(false, Map.of("q", choice), cut)).doesNotContain("x_");
    }
}
