// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service's own log, and what people said of its answers, become a learned file with one command. */
class CorrectedAnswersTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUEUE =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}";
    private static final List<String> MONEY = List.of("refund", "invoice", "charged", "money", "paid");
    private static final List<String> FAULTS = List.of("crash", "error", "login", "screen", "broken");
    private static final int REQUESTS = 80;
    private static final int BATCH = 40;

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private Path log = Path.of("");

    private static String right(int request) {
        return request % 2 == 0 ? "billing" : "tech";
    }

    private static String state(int request) {
        Random random = new Random(request);
        List<String> words = request % 2 == 0 ? MONEY : FAULTS;
        StringBuilder state = new StringBuilder("Ticket " + request + ":");
        for (int i = 0; i < 6; i++) {
            state.append(' ').append(words.get(random.nextInt(words.size())));
        }
        return state.toString();
    }

    private void serve(String states) throws Exception {
        log = dir.resolve("decisions-" + states + ".jsonl");
        try (RunningService running = RunningService.start(Map.of("SERVICE_DECISION_LOG", log + ",states=" + states))) {
            for (int first = 0; first < REQUESTS; first += BATCH) {
                List<String> batch = IntStream.range(first, first + BATCH)
                        .mapToObj(i -> "\"" + state(i) + "\"")
                        .toList();
                running.post(
                        "/v1/systemone/batch",
                        "{\"states\": %s, \"questions\": {\"queue\": %s}, \"model\": \"english\"}"
                                .formatted(batch, QUEUE));
            }
        }
    }

    /** The table of everything that somebody looked at, or of the mistakes alone. */
    private String answers(boolean mistakesAlone) throws Exception {
        List<String> lines = new ArrayList<>(List.of("request_id;state_index;queue"));
        List<String> requests = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            JsonNode decision = JSON.readTree(line);
            int state = decision.get("state_index").asInt();
            String request = decision.get("request_id").asText();
            if (!requests.contains(request)) {
                requests.add(request);
            }
            String right = right(requests.indexOf(request) * BATCH + state);
            if (!mistakesAlone || !decision.get("answer").asText().equals(right)) {
                lines.add(request + ";" + state + ";" + right);
            }
        }
        return Files.write(dir.resolve("answers.csv"), lines).toString();
    }

    private int learn(String answers) {
        return commands.run(
                Map.of(),
                "learn",
                "--log",
                log.toString(),
                "--answers",
                answers,
                "--out",
                dir.resolve("learned.safetensors").toString(),
                "--report",
                dir.resolve("report.html").toString());
    }

    @Test
    void correctedAnswersAreLearned() throws Exception {
        serve("text");
        assertThat(learn(answers(false))).as(commands.complained()).isZero();
        assertThat(commands.complained())
                .contains("answers.csv of " + log + ": 80 labels on 80 rows")
                .doesNotContain("warning");
        assertThat(dir.resolve("report.html")).content().contains("decisions-text.jsonl, answers.csv");
        try (RunningService running = RunningService.start(
                Map.of("SERVICE_FITTED", dir.resolve("learned.safetensors").toString()))) {
            for (int i = 1000; i < 1010; i++) {
                assertThat(running.post(
                                        "/v1/systemone",
                                        "{\"state\": \"%s\", \"questions\": {\"queue\": %s}, \"model\": \"english\"}"
                                                .formatted(state(i), QUEUE))
                                .body())
                        .contains("\"choice\":\"" + right(i) + "\"");
            }
        }
    }

    @Test
    void mistakesAloneAreWarnedOf() throws Exception {
        serve("text");
        assertThat(learn(answers(true))).as(commands.complained()).isLessThan(2);
        assertThat(commands.complained()).contains("answers of the log were wrong; add those that people found right");
    }

    @Test
    void aLogWithoutStatesIsRefused() throws Exception {
        serve("hash");
        assertThat(learn(answers(false))).isEqualTo(2);
        assertThat(commands.complained())
                .contains("line 1: this decision log has hashes instead of states")
                .contains("states=text in SERVICE_DECISION_LOG keeps the states");
        assertThat(commands.run(Map.of(), "learn", "--log", log.toString(), "--out", "learned.safetensors"))
                .isEqualTo(2);
        assertThat(commands.complained())
                .contains("--log and --answers: one holds the states, the other the right answers; give both or none");
    }
}
