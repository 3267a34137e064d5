// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decision log of a running service, and what the commands read from it. */
class DecisionLogServiceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUESTIONS = """
        "model": "english", "min_confidence": 0.99, "questions": {
          "angry": {"type": "noul", "instructions": "Is the customer angry?"},
          "team": {"type": "choice", "instructions": "Which team?",
            "criteria": {"tech": "errors", "billing": "", "other": null}},
          "tone": {"type": "score", "instructions": "What tone?", "criteria": ["calm", "firm", "angry"]}}}\
        """;
    private static final List<String> STATES =
            List.of("The app crashes on start.", "I was charged twice", "Where is my parcel?", "Thank you");

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private static String single(String state) {
        return "{\"state\": \"" + state + "\", " + QUESTIONS;
    }

    private static String batch() {
        return "{\"states\": [\"" + String.join("\", \"", STATES) + "\"], " + QUESTIONS;
    }

    private static List<JsonNode> await(Path file, int lines) {
        return Await.value(
                lines + " lines in " + file.getFileName(),
                () -> Optional.of(read(file)).filter(read -> read.size() >= lines));
    }

    /** The whole lines of a file: the service may be writing the next one. */
    private static List<JsonNode> read(Path file) {
        List<JsonNode> lines = new ArrayList<>();
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                lines.add(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return lines;
    }

    @Test
    void everyAnswerIsALineAndTheFileMayBeMoved() throws Exception {
        Path log = dir.resolve("decisions.jsonl");
        Path moved = dir.resolve("decisions.1.jsonl");
        try (RunningService running = RunningService.start(
                Map.of("SERVICE_DECISION_LOG", log.toString(), "SERVICE_ADMIN_PORT", "0", "SERVICE_DECISIONS", "1"))) {
            HttpResponse<String> answered = running.post("/v1/systemone", single(STATES.getFirst()));
            JsonNode answers = JSON.readTree(answered.body()).path("answers");
            List<JsonNode> lines = await(log, 3);
            for (JsonNode line : lines) {
                JsonNode answer = answers.path(line.path("id").asText());
                assertThat(line.path("request_id").asText())
                        .isEqualTo(answered.headers().firstValue("X-Request-Id").orElseThrow());
                assertThat(line.path("checkpoint").asText()).isEqualTo("english");
                assertThat(line.path("revision").asText()).startsWith("sha256:");
                assertThat(line.path("calibration").isNull()).isTrue();
                assertThat(line.path("time").asText()).matches("20.*Z");
                assertThat(line.path("answer_confidence").asDouble())
                        .isBetween(
                                answer.path("answer_confidence").asDouble() - 1e-4,
                                answer.path("answer_confidence").asDouble() + 1e-4);
                assertThat(line.path("abstention").asText())
                        .isEqualTo(answer.path("abstention").asText())
                        .isNotEmpty();
                assertThat(line.path("state_hash").asText()).hasSize(32);
                assertThat(line.toString()).doesNotContain("crashes");
            }
            assertThat(lines.get(1).path("answer").asText())
                    .isEqualTo(answers.path("team").path("choice").asText());
            running.post("/v1/systemone/batch", batch());
            assertThat(await(log, 15).get(14).path("state_index").asInt()).isEqualTo(3);
            running.post(
                    "/v1/decisions",
                    "{\"input\": \"x\", \"questions\": [{\"type\": \"predicate\", \"name\": \"a\","
                            + " \"instructions\": \"Is it?\"}]}");
            await(log, 16);
            running.post("/v1/systemone", "{");
            Files.move(log, moved);
            running.service().reload();
            running.post("/v1/systemone", single(STATES.getFirst()));
            assertThat(await(log, 3)).hasSize(3);
            assertThat(read(moved)).hasSize(16);
            assertThat(Await.value(
                            "19 lines are counted",
                            () -> Optional.of(running.metrics())
                                    .filter(page ->
                                            page.contains("decision_log_lines_total{outcome=\"written\"} 19.0"))))
                    .contains("decision_log_lines_total{outcome=\"dropped\"} 0.0");
        }
    }

    @Test
    void evaluateAndCompareReadItBack() throws Exception {
        Path log = dir.resolve("decisions.jsonl");
        try (RunningService running = RunningService.start(Map.of("SERVICE_DECISION_LOG", log + ",states=text"))) {
            running.post("/v1/systemone/batch", batch());
            await(log, 12);
        }
        List<String> labelled = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        for (JsonNode line : read(log)) {
            ObjectNode row = (ObjectNode) line;
            if (!row.path("id").asText().equals("tone")) {
                row.set("gold", row.get("answer"));
                asked.add(JSON.writeValueAsString(Map.of(
                        "state",
                        row.get("state"),
                        "model",
                        "english",
                        "questions",
                        Map.of(row.path("id").asText(), row.get("question")),
                        "gold",
                        Map.of(row.path("id").asText(), row.get("answer")))));
            }
            labelled.add(row.toString());
        }
        String labels = Files.write(dir.resolve("labelled.jsonl"), labelled).toString();
        String recorded = dir.resolve("recorded.json").toString();
        String fresh = dir.resolve("fresh.json").toString();
        assertThat(commands.run(Map.of(), "evaluate", labels, "--json", recorded, "--min-accuracy", "1"))
                .as(commands.complained())
                .isZero();
        assertThat(commands.printed()).contains("all  ", " 8  ", "2 questions with fewer rows");
        String rows = Files.write(dir.resolve("asked.jsonl"), asked).toString();
        assertThat(commands.run(Map.of(), "evaluate", rows, "--json", fresh)).isZero();
        JsonNode one = JSON.readTree(Path.of(recorded).toFile());
        JsonNode other = JSON.readTree(Path.of(fresh).toFile());
        for (String metric : List.of("accuracy", "brier", "log_loss", "ece")) {
            assertThat(one.path("all").path(metric).path("value").asDouble())
                    .as(metric)
                    .isCloseTo(other.path("all").path(metric).path("value").asDouble(), within(1e-6));
        }
        assertThat(one.path("measurement").path("checkpoints").path("english").asText())
                .startsWith("sha256:");
        assertThat(one.path("measurement").path("questions"))
                .isEqualTo(other.path("measurement").path("questions"));
        assertThat(commands.run(Map.of(), "evaluate", labels, "--precision", "int8"))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("--ask");
        assertThat(commands.run(Map.of(), "evaluate", labels, "--ask"))
                .as(commands.complained())
                .isZero();
        assertThat(commands.run(Map.of(), "compare", log.toString(), "precision=float32", log.toString()))
                .as(commands.printed() + commands.complained())
                .isZero();
        assertThat(commands.printed()).contains("12 answers, 0 differ");
        assertThat(commands.run(Map.of(), "compare", log.toString(), log.toString(), rows))
                .isEqualTo(2);
        assertThat(commands.complained())
                .contains("it is no decision log, but ", "FILE must be a log of the same requests");
        List<String> fewer = Files.readAllLines(log).subList(0, 5);
        String part = Files.write(dir.resolve("part.jsonl"), fewer).toString();
        assertThat(commands.run(Map.of(), "compare", log.toString(), part, log.toString()))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("does not hold line 6");
        assertThat(commands.run(Map.of(), "compare", log.toString(), part, part))
                .isZero();
    }

    @Test
    void withoutStatesItCannotBeAskedAgainAndWithoutLabelsNotJudged() throws Exception {
        Path log = dir.resolve("decisions.jsonl");
        try (RunningService running = RunningService.start(Map.of("SERVICE_DECISION_LOG", log.toString()))) {
            running.post("/v1/systemone", single(STATES.getFirst()));
            await(log, 3);
        }
        assertThat(commands.run(Map.of(), "evaluate", log.toString())).isEqualTo(2);
        assertThat(commands.complained()).contains("passed over 3 rows without a label; there is nothing to ask");
        ObjectNode row = (ObjectNode) read(log).getFirst();
        row.put("gold", true);
        String labels =
                Files.writeString(dir.resolve("labels.jsonl"), row + "\n").toString();
        assertThat(commands.run(Map.of(), "evaluate", labels))
                .as(commands.complained())
                .isZero();
        assertThat(commands.run(Map.of(), "evaluate", labels, "--ask")).isEqualTo(2);
        assertThat(commands.complained())
                .contains("line 1: this decision log has hashes")
                .hasLineCount(1);
        assertThat(commands.run(Map.of(), "compare", "precision=int8", labels, labels))
                .isEqualTo(2);
        row.put("gold", "perhaps");
        Files.writeString(dir.resolve("labels.jsonl"), row + "\n");
        assertThat(commands.run(Map.of(), "evaluate", labels)).isEqualTo(2);
        assertThat(commands.complained()).contains("line 1: the label 'perhaps'");
    }

    @Test
    void aFileThatCannotBeOpenedStopsTheStart() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(
                        Map.of("SERVICE_DECISION_LOG", dir.resolve("no/such").toString())))
                .withMessageStartingWith("SERVICE_DECISION_LOG: ");
    }

    @Test
    void confidencesAreCountedByTheIdsOfAFewQuestions() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_ADMIN_PORT", "0"))) {
            String question = "{\"type\": \"noul\", \"instructions\": \"Is it?\"}";
            List<String> ids = new ArrayList<>(List.of("(others)", "a\\n\\\"b", "c".repeat(200), "angry"));
            for (int i = 0; i < 20; i++) {
                ids.add("made-up-" + i);
            }
            for (String id : ids) {
                running.post(
                        "/v1/systemone",
                        "{\"state\": \"x\", \"model\": \"english\", \"questions\": {\"%s\": %s}}"
                                .formatted(id, question));
            }
            running.post("/v1/systemone", single("x"));
            String page = running.metrics();
            List<String> labels = page.lines()
                    .filter(line -> line.startsWith("decision_answer_confidence_count"))
                    .toList();
            assertThat(labels)
                    .hasSize(21)
                    .contains(
                            "decision_answer_confidence_count{question=\"(others)\"} 6",
                            "decision_answer_confidence_count{question=\"a\\\\u000a\\\"b\"} 1",
                            "decision_answer_confidence_count{question=\"" + "c".repeat(64) + "…\"} 1",
                            "decision_answer_confidence_count{question=\"angry\"} 2");
            assertThat(page)
                    .contains("decision_answers_total{gate=\"ungated\",question=\"angry\"} 1.0")
                    .containsPattern("decision_answers_total\\{gate=\"(abstained|passed)\",question=\"angry\"} 1.0")
                    .contains("decision_answer_confidence_bucket{question=\"angry\",le=\"0.95\"} ")
                    .contains("made-up-16")
                    .doesNotContain("made-up-17");
        }
    }

    @Test
    void aDecisionLogIsAPoolIfItHoldsTheStates() throws Exception {
        for (String states : List.of("text", "hash")) {
            Path log = dir.resolve("decisions-" + states + ".jsonl");
            try (RunningService running =
                    RunningService.start(Map.of("SERVICE_DECISION_LOG", log + ",states=" + states))) {
                for (int i = 0; i < 6; i++) {
                    running.post(
                            "/v1/systemone",
                            "{\"state\": \"letter %d\", \"questions\": {\"queue\": {\"type\": \"choice\", \"instructions\":"
                                            .formatted(i)
                                    + " \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}}}");
                }
            }
            Path next = dir.resolve("next-" + states + ".jsonl");
            int status =
                    commands.run(Map.of(), "learn", "--next", log.toString(), "--count", "4", "--out", next.toString());
            if (states.equals("text")) {
                assertThat(status).as(commands.complained()).isZero();
                assertThat(read(next))
                        .hasSize(4)
                        .allMatch(row -> row.path("gold").has("queue"));
            } else {
                assertThat(status).isEqualTo(2);
                assertThat(commands.complained())
                        .contains("line 1", "states=text in SERVICE_DECISION_LOG")
                        .hasLineCount(1);
            }
        }
    }
}
