// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.launch.FileCommands;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a decision log to a baseline, and what the command and a running service say of other traffic. */
class DriftServiceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int STATES = 60;
    private static final String GOOD = "The parcel with the lamp has arrived, and this is order number";

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private Path good;
    private Path frozen;

    private static String batch(String text) {
        String states = IntStream.range(0, STATES)
                .mapToObj(i -> "\"%s %d\"".formatted(text, i))
                .collect(Collectors.joining(", "));
        return "{\"states\": [" + states + "], \"min_confidence\": 0.5, \"questions\": {\"stars\": {\"type\":"
                + " \"choice\", \"instructions\": \"How many stars?\", \"criteria\": [1, 2,"
                + " 3]},\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer"
                + " angry?\"},\"tone\": {\"type\": \"score\", \"instructions\": \"What"
                + " tone?\", \"criteria\": [\"calm\", \"angry\"]}}}";
    }

    private Path log(String name, String text) throws Exception {
        Path log = dir.resolve(name);
        try (RunningService running = RunningService.start(Map.of("SERVICE_DECISION_LOG", log.toString()))) {
            assertThat(running.post("/v1/systemone/batch", batch(text)).statusCode())
                    .isEqualTo(200);
            Await.until("the log is written", () -> lines(log) == 3 * STATES);
        }
        return log;
    }

    private static int lines(Path log) throws IOException {
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    @BeforeEach
    void freeze() throws Exception {
        good = log("good.jsonl", GOOD);
        frozen = dir.resolve("baseline.json");
        assertThat(commands.run(Map.of(), "drift", good.toString(), "--freeze", frozen.toString()))
                .isZero();
        assertThat(commands.complained()).contains("180 answers to 3 questions");
        assertThat(Files.readString(frozen)).doesNotContain("parcel");
    }

    @Test
    void theCommandFindsWhatHasChangedAndNothingElse() throws Exception {
        Path json = dir.resolve("out.json");
        for (Path baseline : List.of(good, frozen)) {
            assertThat(commands.run(Map.of(), "drift", baseline.toString(), good.toString()))
                    .isZero();
            assertThat(commands.printed())
                    .contains("no drift: nothing of 15 traits")
                    .contains("fewer than three days with 50 answers");
        }
        Path german = log("german.jsonl", "Das Paket mit der Lampe ist angekommen, und dies ist die Bestellung Nummer");
        assertThat(commands.run(Map.of(), "drift", frozen.toString(), german.toString(), "--json", json.toString()))
                .isEqualTo(1);
        assertThat(commands.printed())
                .containsPattern(
                        "angry +languages +1\\.000  (de 0\\.0 % → 100\\.0|en 100\\.0 % → 0\\.0) % of 60  DRIFT");
        JsonNode numbers = JSON.readTree(json.toFile());
        assertThat(numbers.at("/questions/tone/languages/drift").asBoolean()).isTrue();
        assertThat(numbers.at("/questions/tone/truncation/distance").asDouble()).isZero();
        Files.write(
                german,
                Files.readAllLines(german).stream()
                        .map(line -> line.replaceFirst("\"wording\":\"[0-9a-f]+\"", "\"wording\":\"0\""))
                        .toList());
        assertThat(commands.run(Map.of(), "drift", frozen.toString(), german.toString()))
                .isZero();
        assertThat(commands.printed()).contains("'angry' is asked in other words now");
    }

    /** What is counted live and what a log says have the same names, or everything would be drift. */
    @Test
    void theSameTrafficIsAtNoDistance() throws Exception {
        try (RunningService running = RunningService.start(
                Map.of("SERVICE_DRIFT_BASELINE", frozen + ",window=60", "SERVICE_ADMIN_PORT", "0"))) {
            running.post("/v1/systemone/batch", batch(GOOD));
            Await.until(
                    "the answers are compared",
                    () -> running.metrics().contains("decision_drift_answers{question=\"stars\"} 60.0"));
            // The comparison runs beside, so the page before may have begun to be written without it.
            assertThat(running.metrics().lines().filter(line -> line.startsWith("decision_drift_distance{")))
                    .hasSize(15)
                    .allMatch(line -> line.endsWith("} 0.0"));
        }
    }

    @Test
    void aServiceWatchesItself() throws Exception {
        try (LogLines log = new LogLines("org.decisionservice.server.launch");
                RunningService running = RunningService.start(
                        Map.of("SERVICE_DRIFT_BASELINE", frozen + ",window=10", "SERVICE_ADMIN_PORT", "0"))) {
            assertThat(log.with("drift: the baseline in " + frozen + " has fewer than three days"))
                    .hasSize(1);
            String german = batch("Das Paket mit der Lampe ist angekommen, und dies ist die Bestellung Nummer");
            String page = Await.value("the alarm is shown", () -> {
                running.post("/v1/systemone/batch", german);
                return Optional.of(running.metrics())
                        .filter(text ->
                                text.contains("decision_drift_alarm{question=\"angry\",trait=\"languages\"} 1.0"));
            });
            assertThat(page)
                    .contains("decision_drift_distance{question=\"angry\",trait=\"languages\"} 1.0")
                    .contains("decision_drift_alarm{question=\"tone\",trait=\"truncation\"} 0.0")
                    .containsPattern("decision_drift_answers\\{question=\"angry\"} [1-9]\\d+\\.0");
        }
    }

    @Test
    void whatIsNoBaselineStopsTheStartAndTheCommand() throws Exception {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_DRIFT_BASELINE", good.toString())))
                .withMessageStartingWith("SERVICE_DRIFT_BASELINE: " + good + ": ")
                .withMessageContaining("./serve drift LOG.jsonl --freeze FILE");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_DRIFT_BASELINE", "nowhere.json")))
                .withMessageContaining("there is no such file");
        Path damaged = Files.writeString(
                dir.resolve("damaged.json"), Files.readString(frozen).replaceFirst("\"wording\"", "\"words\""));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_DRIFT_BASELINE", damaged.toString())))
                .withMessageContaining(
                        "'questions.stars.words' is no member that is read; 'questions.stars' takes traits, wording");
        Path other = Files.writeString(dir.resolve("other.jsonl"), "{\"state\": \"x\"}\n");
        Path cut = Files.writeString(
                dir.resolve("cut.jsonl"), Files.readString(good) + "{\"decision_log\":1,\"time\":\"2026");
        String lines = Files.readString(good);
        Path newer = Files.writeString(
                dir.resolve("newer.jsonl"), lines.replace("{\"decision_log\":1,", "{\"decision_log\":2,"));
        Path two = Files.writeString(
                dir.resolve("two.jsonl"),
                Stream.of("served", "shadow")
                        .map(side ->
                                lines.replace("{\"decision_log\":1,", "{\"decision_log\":1,\"side\":\"" + side + "\","))
                        .collect(Collectors.joining()));
        Map<List<String>, String> wrong = Map.of(
                List.of(frozen.toString(), newer.toString()),
                "line 1: the decision log is of another version",
                List.of(frozen.toString(), two.toString()),
                "it has two answers to each question",
                List.of(good.toString()),
                "drift takes either NOW, to compare, or --freeze FILE",
                List.of(good.toString(), good.toString(), "--freeze", "x"),
                "drift takes either NOW, to compare, or --freeze FILE",
                List.of(good.toString(), "--freeze", "x", "--json", "y"),
                "--json: --freeze compares nothing",
                List.of(other.toString(), good.toString()),
                "it is no baseline; ./serve drift LOG.jsonl --freeze FILE makes one",
                List.of(frozen.toString(), other.toString()),
                "line 1: no line of a decision log",
                List.of(frozen.toString(), frozen.toString()),
                "line 1: no line of a decision log");
        wrong.forEach((arguments, line) -> {
            String[] all = Stream.concat(Stream.of("drift"), arguments.stream()).toArray(String[]::new);
            assertThat(commands.run(Map.of(), all)).as(line).isEqualTo(2);
            assertThat(commands.complained()).contains(line);
        });
        assertThat(commands.run(Map.of(), "drift", frozen.toString(), cut.toString()))
                .isZero();
        assertThat(commands.complained()).contains("180 answers");
    }
}
