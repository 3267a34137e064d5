// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Usage;
import org.junit.jupiter.api.Test;

class ResponseWriterTest {
    private static final ResponseWriter FULL =
            new ResponseWriter("head", new DocumentProjection(false), new TextErrors());
    private static final ResponseWriter STRICT = new ResponseWriter("head", new StrictProjection(), new TextErrors());
    private static final Certainty SURE = new Certainty(0.33333, 0.66666, 0.00004, Optional.empty());

    private static DecisionResponse response(Answer answer, Optional<Routing> routing) {
        SequencedMap<String, Answer> answers = new LinkedHashMap<>();
        answers.put("q", answer);
        SequencedMap<String, Usage.CollapsedOptions> collapsed = new LinkedHashMap<>();
        collapsed.put("q", new Usage.CollapsedOptions(60, 1, OptionalInt.of(4)));
        collapsed.put("r", new Usage.CollapsedOptions(2, 1, OptionalInt.empty()));
        return new DecisionResponse(answers, new Usage(100, 80, 20, List.of("q"), collapsed), routing);
    }

    private static String write(ResponseWriter writer, Answer answer) {
        return new String(
                writer.single(List.of(response(answer, Optional.empty())), Optional.empty())
                        .bytes(),
                StandardCharsets.UTF_8);
    }

    private static Answer.Choice choice() {
        return new Answer.Choice(
                List.of(new JsonDouble(3), new JsonString("ä\"\n"), new JsonBoolean(false), new JsonInteger("7")),
                0,
                Probabilities.of(0.66666, 0.1, 0.2, 0.03334),
                SURE);
    }

    @Test
    void fullChoice() {
        assertThat(write(FULL, choice()))
                .isEqualTo("{\"model\":\"head\",\"answers\":{\"q\":{\"type\":\"choice\",\"choice\":3.0,"
                        + "\"probabilities\":{\"3.0\":0.6667,\"ä\\\"\\n\":0.1,\"false\":0.2,\"7\":0.0333},"
                        + "\"confidence\":0.3333,\"answer_confidence\":0.6667,"
                        + "\"action\":{\"act_probability\":0.0}}},"
                        + "\"usage\":{\"input_tokens\":100,\"output_tokens\":0,\"state_tokens\":80,"
                        + "\"state_tokens_dropped\":20,\"truncated\":true,\"truncated_questions\":[\"q\"],"
                        + "\"options\":{\"q\":{\"total\":60,\"distinct\":1,\"tokens_per_option\":4},"
                        + "\"r\":{\"total\":2,\"distinct\":1,\"tokens_per_option\":null}}}}");
    }

    @Test
    void strictChoice() {
        assertThat(write(STRICT, choice()))
                .isEqualTo("{\"model\":\"head\",\"answers\":{\"q\":{\"type\":\"choice\",\"choice\":3.0,"
                        + "\"confidence\":0.3333,"
                        + "\"probabilities\":{\"3.0\":0.6667,\"ä\\\"\\n\":0.1,\"false\":0.2,\"7\":0.0333}}},"
                        + "\"usage\":{\"input_tokens\":100,\"output_tokens\":0}}");
    }

    @Test
    void gatedAnswersSayWhatTheGateMadeOfThem() {
        String passed = write(FULL, new Answer.Noul(Probabilities.of(0.5, 0.5), gated(Abstention.Outcome.PASSED, 0)));
        assertThat(passed)
                .contains("\"action\":{\"act_probability\":0.5},\"abstention\":\"passed\","
                        + "\"abstention_threshold\":0.0}}")
                .doesNotContain("low_confidence");
        String abstained =
                write(FULL, new Answer.Noul(Probabilities.of(0.5, 0.5), gated(Abstention.Outcome.ABSTAINED, 0.12345)));
        assertThat(abstained)
                .contains("\"low_confidence\":true,\"abstention\":\"abstained\",\"abstention_threshold\":0.12345}}");
        String strict =
                write(STRICT, new Answer.Noul(Probabilities.of(0.5, 0.5), gated(Abstention.Outcome.ABSTAINED, 1)));
        assertThat(strict).contains("{\"q\":{\"type\":\"noul\",\"noul\":0.5}}");
    }

    private static Certainty gated(Abstention.Outcome outcome, double threshold) {
        return new Certainty(0.5, 0.5, 0.5, Optional.of(new Abstention(outcome, threshold)));
    }

    @Test
    void scores() {
        Answer score = new Answer.Score(0.75, List.of("low", "high"), Probabilities.of(0.25, 0.75), SURE);
        assertThat(write(FULL, score))
                .contains("{\"type\":\"score\",\"score\":0.75,\"legend\":{\"0\":\"low\",\"1\":\"high\"},"
                        + "\"probabilities\":{\"0\":0.25,\"1\":0.75},\"confidence\":0.3333");
        assertThat(write(STRICT, score))
                .contains("{\"type\":\"score\",\"score\":0.75,\"confidence\":0.3333,"
                        + "\"probabilities\":{\"0\":0.25,\"1\":0.75},\"legend\":{\"0\":\"low\",\"1\":\"high\"}}");
    }

    @Test
    void routingWithDetection() {
        SequencedMap<UnicodeScript, Double> profile = new LinkedHashMap<>();
        profile.put(UnicodeScript.LATIN, 0.7580645161290323);
        profile.put(UnicodeScript.HANGUL, 1e-5);
        Detection detection = new Detection(
                UnicodeScript.LATIN, profile, Optional.of("de"), false, true, 0.0, 1.0, Optional.of("Zeile"));
        Routing routing = new Routing(
                CheckpointName.TYPED_DECISIONS, "repo", "why", Optional.of(detection), Optional.of("customer_service"));
        String body = new String(
                FULL.single(List.of(response(choice(), Optional.of(routing))), Optional.empty())
                        .bytes(),
                StandardCharsets.UTF_8);
        assertThat(body)
                .endsWith(",\"routing\":{\"model\":\"typed-decisions\",\"repo\":\"repo\",\"reason\":\"why\","
                        + "\"detection\":{\"script\":\"latin\","
                        + "\"script_profile\":{\"latin\":0.7580645161290323,\"hangul\":1e-05},\"language\":\"de\","
                        + "\"is_english\":false,\"language_undecided\":true,\"diacritic_rate\":0.0,"
                        + "\"non_latin_fraction\":1.0,\"mixed_segment\":\"Zeile\"},"
                        + "\"workflow\":\"customer_service\"}}");
    }

    @Test
    void batchesAddUpTheirTokens() {
        DecisionResponse one = response(choice(), Optional.empty());
        for (ResponseWriter writer : List.of(FULL, STRICT)) {
            assertThat(new String(
                            writer.batch(List.of(one, one), Map.of(), Optional.empty())
                                    .bytes(),
                            StandardCharsets.UTF_8))
                    .startsWith("{\"results\":[{\"model\":\"head\"")
                    .endsWith("],\"total_usage\":{\"input_tokens\":200,\"output_tokens\":0}}");
        }
    }
}
