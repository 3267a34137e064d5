// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thresholds of single questions, in a request and in a file that evaluate writes, over a real socket. */
class ThresholdsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANGRY = "\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"";
    private static final String TEAM =
            "\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"tech\", \"billing\"]";

    /** Few labels support a threshold; these are about as many as support one of 0.95 if all answers are right. */
    private static final int LABELS = 130;

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private static String body(String state, String angry, String team, String more) {
        return "{\"state\": \"%s\", \"questions\": {\"angry\": {%s%s}, \"team\": {%s%s}}%s}"
                .formatted(state, ANGRY, angry, TEAM, team, more);
    }

    private static String state(int number) {
        return "The customer writes letter number " + number + " about an invoice.";
    }

    private static JsonNode answers(RunningService running, String body) throws Exception {
        HttpResponse<String> response = running.post("/v1/systemone", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).get("answers");
    }

    private static String gate(JsonNode answer) {
        return answer.path("abstention").asText("none")
                + (answer.has("abstention_threshold")
                        ? " at " + answer.get("abstention_threshold").asText()
                        : "");
    }

    @Test
    void aQuestionHasAThresholdOfItsOwnWhichCountsBeforeThatOfTheRequest() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            JsonNode plain = answers(running, body("x", "", "", ""));
            JsonNode own = answers(running, body("x", ", \"min_confidence\": 1", "", ""));
            assertThat(gate(own.get("angry"))).isEqualTo("abstained at 1.0");
            assertThat(own.at("/angry/low_confidence").asBoolean()).isTrue();
            assertThat(own.get("team")).isEqualTo(plain.get("team"));
            JsonNode both = answers(
                    running,
                    body("x", ", \"min_confidence\": 0.0", ", \"min_confidence\": null", ", \"min_confidence\": 1"));
            assertThat(gate(both.get("angry"))).isEqualTo("passed at 0.0");
            assertThat(gate(both.get("team"))).isEqualTo("abstained at 1.0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "-0.1", "true", "\"0.5\"", "[0.5]"})
    void whatIsNoThresholdIsRefusedByTheNameOfItsQuestion(String value) throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            HttpResponse<String> refused =
                    running.post("/v1/systemone", body("x", "", ", \"min_confidence\": " + value, ""));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("question 'team': 'min_confidence' must be a number in [0.0, 1.0]");
        }
    }

    @Test
    void theFileThatEvaluateWritesHoldsWhereARequestSaysNothing() throws Exception {
        Path file = dir.resolve("thresholds.json");
        assertThat(commands.run(Map.of(), "evaluate", labels(), "--thresholds", file.toString()))
                .as(commands.complained())
                .isZero();
        assertThat(commands.printed())
                .contains("has the threshold of 1 of 2 questions: SERVICE_FITTED=" + file)
                .contains("Without one, because their labels support none", "team");
        JsonNode written = JSON.readTree(Files.readString(file));
        assertThat(written.get("thresholds")).hasSize(1);
        JsonNode angry = written.get("thresholds").iterator().next();
        assertThat(angry.get("question").asText()).isEqualTo("angry");
        double threshold = angry.get("min_confidence").asDouble();
        assertThat(angry.get("accuracy_at_least").asDouble()).isGreaterThanOrEqualTo(0.95);
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", "english=" + file))) {
            JsonNode answers = answers(running, body(state(1), "", "", ""));
            assertThat(answers.at("/angry/abstention_threshold").asDouble(-1)).isEqualTo(threshold);
            assertThat(answers.get("team").has("abstention")).isFalse();
            assertThat(gate(answers(running, body(state(1), "", "", ", \"min_confidence\": 0"))
                            .get("angry")))
                    .isEqualTo("passed at 0.0");
            assertThat(gate(answers(running, body(state(1), ", \"min_confidence\": 1", "", ""))
                            .get("angry")))
                    .isEqualTo("abstained at 1.0");
            String other = body(state(1), "", "", "").replace("Is the customer angry?", "Is the customer furious?");
            assertThat(answers(running, other).get("angry").has("abstention"))
                    .as("another wording is another question")
                    .isFalse();
        }
    }

    /** Labels that agree with every answer to one question, and with half of those to the other. */
    private String labels() throws Exception {
        List<String> lines = new ArrayList<>();
        try (RunningService running = RunningService.start(Map.of())) {
            for (int i = 0; i < LABELS; i++) {
                JsonNode answers = answers(running, body(state(i), "", "", ""));
                lines.add(
                        "{\"state\": \"%s\", \"questions\": {\"angry\": {%s}, \"team\": {%s}}, \"gold\": {\"angry\": %s, \"team\": \"%s\"}}"
                                .formatted(
                                        state(i),
                                        ANGRY,
                                        TEAM,
                                        answers.at("/angry/noul").asDouble() > 0.5,
                                        i % 2 == 0 ? "tech" : "billing"));
            }
        }
        return Files.write(dir.resolve("labels.jsonl"), lines).toString();
    }

    /** It would look as if answers were held back. */
    @Test
    void noFileWithoutAThresholdIsWrittenAndOneThatIsGivenWarns() throws Exception {
        Path file = dir.resolve("none.json");
        assertThat(commands.run(Map.of(), "evaluate", labels(), "--wanted", "0.99", "--thresholds", file.toString()))
                .isEqualTo(1);
        assertThat(file).doesNotExist();
        assertThat(commands.complained()).contains("the labels of no question support a threshold for 0.99");
        assertThat(commands.printed())
                .contains("no threshold: these labels can promise 95.4 % at most, of every answer")
                .containsPattern("about \\d+ more labels for 99 %")
                .contains("for 99 %, more labels do not help: even of the surest answers too few are right");
        commands.run(Map.of(), "evaluate", labels(), "--thresholds", file.toString());
        String empty = Files.readString(file).replaceAll("(?s)\"thresholds\" : \\{.*", "\"thresholds\": {}}");
        try (LogLines log = new LogLines();
                RunningService running = RunningService.start(
                        Map.of("SERVICE_FITTED", Files.writeString(file, empty).toString()))) {
            assertThat(answers(running, body(state(1), "", "", "")).get("angry").has("abstention"))
                    .isFalse();
            assertThat(log.with("it holds no threshold, so no answer is held back"))
                    .hasSize(1);
        }
    }

    @Test
    void aFileOfOtherWeightsOrWithoutThresholdsStopsTheStart() throws Exception {
        Path foreign = Files.writeString(
                dir.resolve("foreign.json"), "{\"checkpoint\": \"sha256:000000000000\", \"thresholds\": {}}");
        refused(foreign, "was made for the weights sha256:000000000000", "with ./serve evaluate --thresholds");
        Path wrong = Files.writeString(
                dir.resolve("wrong.json"),
                "{\"checkpoint\": \"sha256:000000000000\", \"thresholds\": {\"abc\": {\"min_confidence\": 2}}}");
        refused(wrong, "'thresholds.abc.min_confidence' must be a number from 0 to 1");
        refused(Files.writeString(dir.resolve("list.json"), "[]"), "it takes a JSON object");
    }

    private static void refused(Path file, String... why) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_FITTED", "english=" + file))
                        .close())
                .withMessageStartingWith("SERVICE_FITTED: ")
                .satisfies(refusal -> assertThat(refusal.getMessage()).contains(why));
    }
}
