// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.TeamLabels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From labels to right answers: what {@code learn} writes, a service answers by. The checkpoint itself knows nothing.
 */
class LearnedQuestionsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUEUE = TeamLabels.QUESTION;

    private final FileCommands commands = new FileCommands();
    private final Random random = new Random(7);
    private final TeamLabels teams = new TeamLabels(random);

    @TempDir
    private Path dir;

    private Path labels(int rows, int flipped) throws Exception {
        return Files.write(dir.resolve("labels.jsonl"), teams.lines(rows, flipped));
    }

    private int learn(Path labels, Map<String, String> variables) {
        return commands.run(
                variables,
                "learn",
                labels.toString(),
                "--out",
                dir.resolve("learned.safetensors").toString());
    }

    private static JsonNode ask(RunningService running, String state, String more) throws Exception {
        HttpResponse<String> response = running.post(
                "/v1/systemone", "{\"state\": \"%s\", \"questions\": {\"queue\": %s}%s}".formatted(state, QUEUE, more));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).path("answers").path("queue");
    }

    @Test
    void aQuestionThatWasLearnedIsAnsweredByItsLabels() throws Exception {
        assertThat(learn(labels(120, 0), Map.of())).as(commands.complained()).isZero();
        assertThat(commands.printed())
                .contains(
                        "checkpoint alone",
                        "calibrated",
                        "right by number of labels: 0: ",
                        "120 labels instead of 60 brought ")
                .containsPattern("Which team\\?: 1[12]\\d of 120 right instead of \\d+\n")
                .containsPattern("learned +right (100\\.0|9\\d\\.\\d) %")
                .containsPattern("For checkpoint english, sha256:[0-9a-f]{12}: SERVICE_FITTED=");
        Path learned = dir.resolve("learned.safetensors");
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", learned.toString()));
                RunningService alone = RunningService.start(Map.of())) {
            int right = 0;
            for (int i = 0; i < 20; i++) {
                boolean money = i % 2 == 0;
                String state = teams.state(money);
                JsonNode answer = ask(running, state, "");
                right += answer.path("choice").asText().equals(money ? "billing" : "tech") ? 1 : 0;
                assertThat(ask(running, state, ", \"learned\": false")).isEqualTo(ask(alone, state, ""));
                assertThat(ask(running, state, ", \"learned\": true")).isEqualTo(answer);
                assertThat(answer).isNotEqualTo(ask(alone, state, ""));
            }
            assertThat(right).isGreaterThanOrEqualTo(19);
            HttpResponse<String> refused = running.post(
                    "/v1/systemone",
                    "{\"state\": \"x\", \"questions\": {\"queue\": %s}, \"learned\": \"no\"}".formatted(QUEUE));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("'learned' must be true or false");
        }
    }

    /** The labels are drawn from the checkpoint's own probabilities, so nobody knows better than it does. */
    @Test
    void labelsThatTeachNothingChangeNothing() throws Exception {
        List<String> lines = new ArrayList<>();
        try (RunningService alone = RunningService.start(Map.of())) {
            for (int i = 0; i < 80; i++) {
                String state = teams.state(random.nextBoolean());
                double billing = ask(alone, state, "")
                        .path("probabilities")
                        .path("billing")
                        .asDouble();
                lines.add("{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\"}"
                        .formatted(state, QUEUE, random.nextDouble() < billing ? "billing" : "tech"));
            }
        }
        assertThat(learn(Files.write(dir.resolve("noise.jsonl"), lines), Map.of()))
                .isEqualTo(1);
        assertThat(commands.printed()).contains("not learned: these labels do not show for sure that it helps");
        assertThat(commands.complained()).contains("no question was learned");
        assertThat(dir.resolve("learned.safetensors")).doesNotExist();
    }

    /** Nothing in the states tells the labels, but no is right much more often than the checkpoint says. */
    @Test
    void yesNoQuestionsTeachEachOtherWhichWayACheckpointLeans() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 8 * 20; i++) {
            lines.add("{\"state\": \"%s\", \"question\": %s, \"gold\": %s}"
                    .formatted(teams.state(random.nextBoolean()), statement(i % 8), i % 20 < 3));
        }
        assertThat(learn(Files.write(dir.resolve("statements.jsonl"), lines), Map.of()))
                .as(commands.complained())
                .isZero();
        assertThat(commands.printed())
                .containsPattern("Statement 0 holds\\.: \\d+ of 20 right instead of ")
                .containsPattern("Statement 7 holds\\.: \\d+ of 20 right instead of ")
                .contains(
                        "learned from the labels of the other yes/no questions; its own do not show for sure that they"
                                + " help");
        String learned = dir.resolve("learned.safetensors").toString();
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", learned))) {
            for (int i = 0; i < 8; i++) {
                double alone = yes(running, i, ", \"learned\": false");
                double together = yes(running, i, "");
                assertThat(together).isLessThan(0.35).isLessThan(alone);
            }
        }
    }

    private static String statement(int number) {
        return "{\"type\": \"noul\", \"instructions\": \"Statement %d holds.\"}".formatted(number);
    }

    private static double yes(RunningService running, int number, String more) throws Exception {
        HttpResponse<String> response = running.post(
                "/v1/systemone",
                "{\"state\": \"refund login\", \"questions\": {\"q\": %s}%s}".formatted(statement(number), more));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).at("/answers/q/noul").asDouble();
    }

    @Test
    void whatTheServiceAnswersNowStandsInEachRow() throws Exception {
        List<String> states = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            states.add("{\"state\": \"%s\", \"question\": %s}".formatted(teams.state(random.nextBoolean()), QUEUE));
        }
        String pool = Files.write(dir.resolve("pool.jsonl"), states).toString();
        Path out = dir.resolve("next.jsonl");
        assertThat(commands.run(Map.of(), "learn", "--next", pool, "--count", "5", "--out", out.toString()))
                .as(commands.complained())
                .isZero();
        assertThat(Files.readAllLines(out)).hasSize(5);
        try (RunningService running = RunningService.start(Map.of())) {
            for (String line : Files.readAllLines(out)) {
                JsonNode row = JSON.readTree(line);
                JsonNode answer = ask(running, row.path("state").asText(), "");
                assertThat(row.get("now")).isEqualTo(answer.get("choice"));
                assertThat(row.get("probability").asDouble())
                        .isEqualTo(answer.get("answer_confidence").asDouble());
            }
        }
    }

    @Test
    void thePageLeavesThemOut() throws Exception {
        Path own = labels(120, 0);
        assertThat(learn(own, Map.of())).isZero();
        String learned = dir.resolve("learned.safetensors").toString();
        String seen =
                JSON.readTree(Files.readAllLines(own).getFirst()).get("state").asText();
        String body = "{\"accuracy\": 0.3, \"confidence\": [0.9, 0.9, 0.8], \"right\": [true, true, true],"
                + " \"question\": %s, \"states\": [\"%s\", \"another\", \"%s!\"]}".formatted(QUEUE, seen, seen);
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", learned))) {
            assertThat(running.post("/docs/try/threshold", body).body()).contains("\"answered\":1", "\"left_out\":2");
            assertThat(running.post("/docs/try/threshold", body.replace("Which team?", "Which one?"))
                            .body())
                    .contains("\"answered\":3")
                    .doesNotContain("left_out");
            var refused = running.post("/docs/try/threshold", body.replace("\"another\", ", ""));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("'states' must be an array as long as 'confidence'");
        }
    }

    @Test
    void learnWritesThresholdsByRowsThatWereLeftOut() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 160; i++) {
            boolean money = i % 2 == 0;
            lines.add("{\"state\": \"Ticket %d: %s\", \"question\": %s, \"gold\": \"%s\"}"
                    .formatted(i, teams.state(money), QUEUE, money ? "billing" : "tech"));
        }
        String own = Files.write(dir.resolve("tickets.jsonl"), lines).toString();
        String learned = dir.resolve("learned.safetensors").toString();
        String thresholds = dir.resolve("thresholds.json").toString();
        assertThat(commands.run(Map.of(), "learn", own, "--out", learned, "--thresholds", thresholds))
                .as(commands.complained())
                .isZero();
        JsonNode file = JSON.readTree(Files.readString(Path.of(thresholds)));
        assertThat(file.get("learned").asText()).isEqualTo(WeightsDigest.sha256(Path.of(learned)));
        JsonNode threshold = file.get("thresholds").iterator().next();
        assertThat(threshold.get("labels").asInt()).isEqualTo(lines.size());
        assertThat(threshold.get("accuracy_at_least").asDouble()).isGreaterThanOrEqualTo(0.95);
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", learned + "," + thresholds))) {
            String answer = running.post(
                            "/v1/systemone",
                            "{\"state\": \"refund the invoice\", \"questions\": {\"queue\": %s}}".formatted(QUEUE))
                    .body();
            assertThat(answer).contains("\"abstention_threshold\"");
        }
    }
}
