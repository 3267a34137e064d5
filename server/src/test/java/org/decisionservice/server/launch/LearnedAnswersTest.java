// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.decisionservice.api.QuestionType;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.LearnedFiles.Asked;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was learned answers alike whichever way a question is asked: to the last digit if the same rows are in a pass,
 * by one in the last digit if others are, and on two engines within their tolerance.
 */
class LearnedAnswersTest {
    private static final JsonMapper JSON = new JsonMapper();

    /** What was learned weighs what the engines differ in, a little in the fifth decimal, by up to some ten. */
    private static final double TOLERANCE = 2e-3;

    /** The fourth decimal. */
    private static final double LAST_DIGIT = 1.001e-4;

    private static final List<String> CHECKPOINTS = List.of("english", "multilingual", "typed-decisions");
    private static final List<String> STATES = List.of(
            "I was charged twice",
            "The app crashes on start, and then again when I log in with the other account.",
            "Thank you",
            "The parcel has not come. ".repeat(12).strip());
    private static final String QUESTIONS = """
        {"team": {"type": "choice", "instructions": "Which team?",
           "criteria": {"tech": "errors", "billing": null, "other": "the rest"}},
         "tone": {"type": "score", "instructions": "What tone?", "criteria": ["calm", "firm", "angry"]},
         "angry": {"type": "noul", "instructions": "The customer is angry."},
         "unlearned": {"type": "noul", "instructions": "The customer is new."}}\
        """;

    @TempDir
    private Path dir;

    private String files = "";

    @BeforeEach
    void write() {
        List<String> named = new ArrayList<>();
        for (String checkpoint : CHECKPOINTS) {
            Path file = LearnedFiles.write(
                    dir.resolve(checkpoint + ".safetensors"),
                    Testdata.tiny().resolve(checkpoint),
                    checkpoint.hashCode(),
                    new Asked(
                            QuestionType.CHOICE, "Which team?", List.of("tech: errors", "billing", "other: the rest")),
                    new Asked(
                            QuestionType.SCORE,
                            "What tone?",
                            List.of("level 0: calm", "level 1: firm", "level 2: angry")),
                    new Asked(
                            QuestionType.NOUL,
                            "The customer is angry.",
                            List.of("false: no, the statement does not hold", "true: yes, the statement holds")));
            named.add(checkpoint + "=" + file);
        }
        files = String.join(",", named);
    }

    static List<String> engines() {
        return List.copyOf(
                new LinkedHashSet<>(List.of("onnx", Objects.requireNonNull(System.getProperty("second.engine")))));
    }

    private Map<String, String> settings(String engine, String... more) {
        Map<String, String> settings =
                new HashMap<>(Map.of("SERVICE_ENGINE", GuardedProvider.guarded(engine), "SERVICE_FITTED", files));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static ObjectNode body(String checkpoint) throws Exception {
        ObjectNode body = JSON.createObjectNode().put("model", checkpoint);
        body.set("questions", JSON.readTree(QUESTIONS));
        return body;
    }

    private static JsonNode answer(RunningService running, ObjectNode body) throws Exception {
        var response = running.post("/v1/systemone", body.toString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).path("answers");
    }

    /** The answers of every checkpoint to every state, one by one. */
    private static List<JsonNode> single(RunningService running) throws Exception {
        List<JsonNode> answers = new ArrayList<>();
        for (String checkpoint : CHECKPOINTS) {
            for (String state : STATES) {
                answers.add(answer(running, body(checkpoint).put("state", state)));
            }
        }
        return answers;
    }

    private static List<JsonNode> batches(RunningService running, int size) throws Exception {
        List<JsonNode> answers = new ArrayList<>();
        for (String checkpoint : CHECKPOINTS) {
            ObjectNode body = body(checkpoint);
            STATES.forEach(body.putArray("states")::add);
            if (size > 0) {
                body.put("batch_size", size);
            }
            var response = running.post("/v1/systemone/batch", body.toString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            JSON.readTree(response.body()).path("results").forEach(each -> answers.add(each.path("answers")));
        }
        return answers;
    }

    private static List<JsonNode> atOnce(RunningService running) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CHECKPOINTS.size() * STATES.size())) {
            List<Future<JsonNode>> asked = new ArrayList<>();
            for (String checkpoint : CHECKPOINTS) {
                for (String state : STATES) {
                    asked.add(clients.submit(
                            () -> answer(running, body(checkpoint).put("state", state))));
                }
            }
            List<JsonNode> answers = new ArrayList<>();
            for (Future<JsonNode> each : asked) {
                answers.add(each.get());
            }
            return answers;
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void oneByOneInBatchesAndInSharedPasses(String engine) throws Exception {
        try (RunningService running = RunningService.start(settings(engine));
                RunningService coalescing = RunningService.start(settings(engine, "SERVICE_COALESCE", "1"));
                RunningService windows = RunningService.start(settings(engine, "SERVICE_WINDOWS", "1"));
                RunningService alone = RunningService.start(settings(engine, "SERVICE_FITTED", ""))) {
            List<JsonNode> single = single(running);
            assertThat(difference(single, batches(running, 0))).isLessThan(LAST_DIGIT);
            assertThat(batches(running, 1)).isEqualTo(single);
            assertThat(difference(single, atOnce(coalescing))).isLessThan(LAST_DIGIT);
            assertThat(single(windows)).isEqualTo(single);
            List<JsonNode> without = single(alone);
            for (int i = 0; i < single.size(); i++) {
                assertThat(single.get(i).path("unlearned"))
                        .isEqualTo(without.get(i).path("unlearned"));
                for (String learned : List.of("team", "tone", "angry")) {
                    assertThat(single.get(i).path(learned))
                            .isNotEqualTo(without.get(i).path(learned));
                }
            }
        }
    }

    /** A state of several windows has the same answer alone and in a batch, and each window is answered as learned. */
    @ParameterizedTest
    @MethodSource("engines")
    void inWindows(String engine) throws Exception {
        String state = "The parcel has not come yet. My card was charged twice. "
                .repeat(8)
                .strip();
        try (RunningService running = RunningService.start(settings(engine))) {
            for (String checkpoint : CHECKPOINTS) {
                ObjectNode body = body(checkpoint).put("windows", true).put("max_len", 96);
                JsonNode single = answer(running, body.deepCopy().put("state", state));
                assertThat(single.path("team").path("window").path("count").asInt())
                        .isGreaterThan(1);
                ObjectNode batch = body.deepCopy();
                batch.putArray("states").add("Thank you").add(state);
                assertThat(JSON.readTree(running.post("/v1/systemone/batch", batch.toString())
                                        .body())
                                .path("results")
                                .path(1)
                                .path("answers"))
                        .isEqualTo(single);
                ObjectNode without = body.deepCopy().put("state", state).put("learned", false);
                assertThat(answer(running, without).path("team").path("probabilities"))
                        .isNotEqualTo(single.path("team").path("probabilities"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void inAFileAndFromTheCommandLine(String engine) throws Exception {
        Map<String, String> environment =
                settings(engine, "SERVICE_CHECKPOINTS", Testdata.tiny().toString());
        List<String> lines = new ArrayList<>();
        for (String checkpoint : CHECKPOINTS) {
            for (String state : STATES) {
                lines.add(body(checkpoint).put("state", state).toString());
            }
        }
        Path in = Files.write(dir.resolve("in.jsonl"), lines);
        Path out = dir.resolve("out.jsonl");
        FileCommands commands = new FileCommands();
        assertThat(commands.run(environment, "answer", in.toString(), out.toString()))
                .as(commands.complained())
                .isZero();
        List<String> answered = Files.readAllLines(out);
        Path request = Files.writeString(dir.resolve("request.json"), lines.getFirst());
        ByteArrayOutputStream once = new ByteArrayOutputStream();
        environment.put("SERVICE_REQUEST_FILE", request.toString());
        assertThat(OneShot.run(
                        SettingsReader.read(environment, Path.of("none.yaml")),
                        new Home(Path.of("target")),
                        new PrintStream(once, true, StandardCharsets.UTF_8)))
                .isZero();
        try (RunningService running = RunningService.start(settings(engine))) {
            List<JsonNode> single = single(running);
            assertThat(JSON.readTree(once.toByteArray()).path("answers")).isEqualTo(single.getFirst());
            List<JsonNode> inFile = new ArrayList<>();
            for (String line : answered) {
                inFile.add(JSON.readTree(line).path("answers"));
            }
            assertThat(difference(single, inFile)).isLessThan(LAST_DIGIT);
        }
    }

    @Test
    void inEveryContract() throws Exception {
        String[] decisions = {"SERVICE_DECISIONS", "1"};
        try (RunningService document = RunningService.start(settings("onnx", decisions));
                RunningService strict = RunningService.start(settings("onnx", "SERVICE_STRICT", "1"));
                RunningService full = RunningService.start(settings("onnx", "SERVICE_CONTRACT", "full"))) {
            List<JsonNode> expected = single(document);
            List<JsonNode> ofStrict = single(strict);
            List<JsonNode> ofFull = single(full);
            for (int i = 0; i < expected.size(); i++) {
                JsonNode want = expected.get(i);
                for (JsonNode got : List.of(ofStrict.get(i), ofFull.get(i))) {
                    for (String id : List.of("team", "tone")) {
                        assertThat(got.path(id).path("probabilities"))
                                .isEqualTo(want.path(id).path("probabilities"));
                    }
                    assertThat(got.path("angry").path("noul"))
                            .isEqualTo(want.path("angry").path("noul"));
                }
                String checkpoint = CHECKPOINTS.get(i / STATES.size());
                JsonNode openAi = openAi(document, checkpoint, STATES.get(i % STATES.size()));
                assertThat(openAi.path(0).path("probability"))
                        .isEqualTo(want.path("angry").path("noul"));
                ArrayNode levels = (ArrayNode) openAi.path(1).path("probabilities");
                for (int level = 0; level < levels.size(); level++) {
                    assertThat(levels.path(level).path("probability"))
                            .isEqualTo(want.path("tone").path("probabilities").path(Integer.toString(level)));
                }
            }
        }
    }

    /** A level has a label and a description there, which are read as one text. */
    private static JsonNode openAi(RunningService running, String checkpoint, String state) throws Exception {
        String asked = """
            {"input": %s, "model": "%s", "questions": [
              {"type": "predicate", "instructions": "The customer is angry."},
              {"type": "score", "name": "tone", "instructions": "What tone?",
               "levels": [{"label": "calm"}, {"label": "firm"}, {"label": "angry"}]}]}\
            """.formatted(JSON.writeValueAsString(state), checkpoint);
        var response = running.post("/v1/decisions", asked);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).path("answers");
    }

    @Test
    void onBothEngines() throws Exception {
        List<List<JsonNode>> answers = new ArrayList<>();
        for (String engine : List.of("onnx", "reference", engines().getLast())) {
            try (RunningService running = RunningService.start(settings(engine))) {
                answers.add(single(running));
            }
        }
        double largest = 0;
        for (List<JsonNode> others : answers.subList(1, answers.size())) {
            largest = Math.max(largest, difference(answers.getFirst(), others));
        }
        System.out.printf(
                "learned answers of onnx, reference and %s: largest difference %.2g%n",
                engines().getLast(), largest);
        assertThat(largest).isLessThan(TOLERANCE);
    }

    private static double difference(List<JsonNode> some, List<JsonNode> others) {
        assertThat(others).hasSameSizeAs(some);
        double largest = 0;
        for (int i = 0; i < some.size(); i++) {
            largest = Math.max(largest, difference(some.get(i), others.get(i)));
        }
        return largest;
    }

    /** The largest difference of two numbers in the same place; an option that is chosen at a tie is none. */
    private static double difference(JsonNode one, JsonNode other) {
        if (one.isNumber()) {
            return Math.abs(one.asDouble() - other.asDouble());
        }
        assertThat(other.size()).isEqualTo(one.size());
        double largest = 0;
        for (Map.Entry<String, JsonNode> member : one.properties()) {
            largest = Math.max(largest, difference(member.getValue(), other.path(member.getKey())));
        }
        return largest;
    }

    /**
     * However far a reduced precision moves these checkpoints, which know nothing, it serves, but for the second
     * engine's bf16 on processors that do not multiply it.
     */
    @ParameterizedTest
    @CsvSource({"guarded-onnx, int8, true", "rounded, bf16, true", "guarded-pytorch, bf16, false"})
    void inEveryPrecision(String engine, String precision, boolean everywhere) throws Exception {
        if (engine.equals("guarded-pytorch") && !engines().contains("pytorch")) {
            return;
        }
        try (RunningService exact = RunningService.start(settings("onnx", "SERVICE_ENGINE", engine));
                RunningService reduced = RunningService.start(settings(
                        "onnx",
                        "SERVICE_ENGINE",
                        engine,
                        "SERVICE_PRECISION",
                        precision + ",tolerance=1",
                        "SERVICE_ADMIN_PORT",
                        "0"))) {
            List<JsonNode> want = single(exact);
            List<JsonNode> got = single(reduced);
            if (!reduced.metrics()
                    .contains("checkpoint=\"english\",device=\"cpu\",precision=\"" + precision + "\"} 1")) {
                assertThat(everywhere).isFalse();
                assertThat(got).isEqualTo(want);
                return;
            }
            double largest = 0;
            for (int i = 0; i < want.size(); i++) {
                double difference = want.get(i).path("angry").path("noul").asDouble()
                        - got.get(i).path("angry").path("noul").asDouble();
                largest = Math.max(largest, Math.abs(difference));
            }
            System.out.printf("learned answers of %s in %s: largest difference %.2g%n", engine, precision, largest);
            assertThat(largest).isBetween(1e-4, 0.35);
        }
    }
}
