// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.TeamLabels;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Learning from the labels of the playground, on a real socket and the code of {@code learn}. */
class LearnRouteTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PATH = "/docs/try/learn";
    private static final Map<String, String> LEARNING = Map.of("SERVICE_DOCS", "learn");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String QUEUE = TeamLabels.QUESTION;

    private final FileCommands commands = new FileCommands();
    private final TeamLabels teams = new TeamLabels(new Random(7));

    @TempDir
    private Path dir;

    private String labels(int rows) {
        return teams.lines(rows, 0).stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static String line(String state, String question, String gold) {
        return "{\"state\": \"%s\", \"question\": %s, \"gold\": %s}\n".formatted(state, question, gold);
    }

    private static Map<String, String> learning(String... more) {
        Map<String, String> settings = new HashMap<>(LEARNING);
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static JsonNode learned(RunningService running, String labels) throws Exception {
        HttpResponse<String> response = running.post(PATH, labels);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static byte[] file(JsonNode answer, String member) {
        return Base64.getDecoder().decode(answer.at("/" + member + "/base64").asText());
    }

    private static void refused(RunningService running, String labels, int status, String... says) throws Exception {
        HttpResponse<String> response = running.post(PATH, labels);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(JSON.readTree(response.body()).path("detail").asText()).contains(says);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void nothingLearnsUnlessItIsAskedTo(String docs) throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_DOCS", docs))) {
            assertThat(running.post(PATH, labels(20)).statusCode()).isEqualTo(404);
            assertThat(running.get("/openapi.json").body()).doesNotContain("learns");
        }
        try (RunningService running = RunningService.start(LEARNING)) {
            assertThat(running.get(PATH).statusCode()).isEqualTo(405);
            assertThat(running.get("/openapi.json").body()).contains("\"x-page-learns\":true");
        }
    }

    @Test
    void whatIsLearnedIsWhatTheCommandLearnsWhateverIsInForce() throws Exception {
        String labels = labels(120);
        Path file = Files.writeString(dir.resolve("labels.jsonl"), labels);
        Path learned = dir.resolve("learned.safetensors");
        Path thresholds = dir.resolve("thresholds.json");
        assertThat(commands.run(
                        Map.of(),
                        "learn",
                        file.toString(),
                        "--out",
                        learned.toString(),
                        "--thresholds",
                        thresholds.toString()))
                .as(commands.complained())
                .isZero();
        Path other = LearnedFiles.write(
                dir.resolve("other.safetensors"),
                Testdata.tiny().resolve("english"),
                5,
                new LearnedFiles.Asked(QuestionType.CHOICE, "Which team?", List.of("billing", "tech")));
        String asked = "{\"state\": \"%s\", \"questions\": {\"queue\": %s}}".formatted(teams.state(true), QUEUE);
        for (String inForce : List.of("", "english=" + other, learned.toString())) {
            try (RunningService running = RunningService.start(learning("SERVICE_FITTED", inForce))) {
                String before = running.post("/v1/systemone", asked).body();
                JsonNode answer = learned(running, labels);
                assertThat(file(answer, "learned")).as(inForce).isEqualTo(Files.readAllBytes(learned));
                assertThat(file(answer, "thresholds")).isEqualTo(Files.readAllBytes(thresholds));
                assertThat(answer.path("setting").asText())
                        .isEqualTo("SERVICE_FITTED=learned.safetensors,thresholds.json");
                JsonNode question = answer.path("questions").get(0);
                assertThat(commands.printed())
                        .contains(
                                "Which team?: " + question.path("result").asText(),
                                question.path("outcome").asText(),
                                question.path("outlook").asText(),
                                question.path("threshold").asText());
                assertThat(question.path("result").asText()).contains(" of 120 right instead of ");
                assertThat(question.path("learned").asBoolean()).isTrue();
                // It is for whoever asked, and for nobody else.
                assertThat(running.post("/v1/systemone", asked).body()).isEqualTo(before);
            }
        }
        try (RunningService served = RunningService.start(Map.of("SERVICE_FITTED", learned + "," + thresholds))) {
            assertThat(served.post("/v1/systemone", asked).body())
                    .contains("\"choice\":\"billing\"", "\"learned\":true", "\"abstention\":\"passed\"");
        }
    }

    @Test
    void thereIsAFileOnlyOfWhatTheLabelsSupport() throws Exception {
        try (RunningService running = RunningService.start(LEARNING)) {
            JsonNode few = learned(running, labels(8));
            assertThat(few.path("learned").isNull()).isTrue();
            assertThat(few.path("thresholds").isNull()).isTrue();
            assertThat(few.path("setting").isNull()).isTrue();
            assertThat(few.at("/questions/0/learned").asBoolean()).isFalse();
            assertThat(few.at("/questions/0/outcome").asText()).startsWith("not learned: it takes 10 labels");
            for (String accuracy : List.of("0", "1", "0.9x", "-0.5", "1e-3", "NaN", "")) {
                HttpResponse<String> response = running.post(PATH + "?accuracy=" + accuracy, labels(30));
                assertThat(response.statusCode()).as(accuracy).isEqualTo(422);
                assertThat(response.body()).contains("'accuracy' must be a number between 0 and 1");
            }
            String labels = labels(60);
            HttpResponse<String> less = running.post(PATH + "?accuracy=0.8", labels);
            assertThat(JSON.readTree(less.body()).path("thresholds").isNull()).isFalse();
            JsonNode some = learned(running, labels);
            assertThat(some.path("learned").isNull()).isFalse();
            assertThat(some.path("thresholds").isNull()).isTrue();
            assertThat(some.path("setting").asText()).isEqualTo("SERVICE_FITTED=learned.safetensors");
            assertThat(some.at("/questions/0/threshold").asText()).startsWith("no threshold: ");
        }
    }

    @Test
    void labelsThatTheOthersContradictAreNamedAsByTheCommand() throws Exception {
        List<String> labels = teams.lines(120, 3);
        Path file = Files.write(dir.resolve("labels.jsonl"), labels);
        String out = dir.resolve("learned.safetensors").toString();
        assertThat(commands.run(Map.of(), "learn", file.toString(), "--out", out))
                .isZero();
        List<String> printed = commands.printed().lines().toList();
        try (RunningService running = RunningService.start(LEARNING)) {
            JsonNode suspects = learned(running, String.join("\n", labels)).at("/questions/0/suspects");
            assertThat(suspects.findValuesAsText("line")).contains("1", "2", "3");
            for (JsonNode each : suspects) {
                assertThat(printed)
                        .contains("    %s line %d: labelled '%s', the others say '%s' (%d %%)"
                                .formatted(
                                        file,
                                        each.path("line").asInt(),
                                        each.path("label").asText(),
                                        each.path("others").asText(),
                                        each.path("percent").asInt()));
            }
        }
    }

    @Test
    void labelsThatCannotBeUsedAreNamed() throws Exception {
        String options = IntStream.range(0, 90).mapToObj(i -> "\"o" + i + "\"").collect(Collectors.joining(","));
        String wide = IntStream.range(0, 6)
                .mapToObj(i -> line(
                        "x",
                        "{\"type\": \"choice\", \"instructions\": \"%d\", \"criteria\": [%s]}".formatted(i, options),
                        "\"o1\""))
                .collect(Collectors.joining());
        String many = IntStream.range(0, 65)
                .mapToObj(i -> line("x", "{\"type\": \"noul\", \"instructions\": \"%d\"}".formatted(i), "true"))
                .collect(Collectors.joining());
        String again = IntStream.range(0, 5)
                .mapToObj(i -> "\"q%d\": {\"type\": \"noul\", \"instructions\": \"a\"}".formatted(i))
                .collect(Collectors.joining(","));
        String golds = IntStream.range(0, 5)
                .mapToObj(i -> "\"q%d\": true".formatted(i))
                .collect(Collectors.joining(","));
        String five = "{\"state\": \"x\", \"questions\": {%s}, \"gold\": {%s}}\n".formatted(again, golds);
        try (RunningService running = RunningService.start(LEARNING)) {
            refused(running, "", 400, "labels.jsonl: it is empty");
            refused(running, "[]", 400, "labels.jsonl line 1: ");
            refused(running, labels(3) + "{", 400, "labels.jsonl line 4: ");
            refused(running, labels(3) + line("x", QUEUE, "\"none of them\""), 400, "labels.jsonl line 4: the label");
            refused(running, labels(3) + line("x", "{\"type\": \"new\"}", "\"a\""), 400, "labels.jsonl line 4: ");
            refused(running, labels(1001), 413, "at most 1,000 rows, and these are 1,001");
            refused(running, five.repeat(201), 413, "at most 1,000 labels of one question, and these are 1,005");
            refused(running, five.repeat(820), 413, "at most 4,096 labels, and these are 4,100");
            refused(running, many, 413, "at most 64 questions, and these are 65");
            refused(running, wide, 413, "at most 512 options of all questions, and these are 540");
            refused(
                    running,
                    " ".repeat(1 << 21) + "x",
                    413,
                    "request body too large (2097153 bytes announced > 2097152)");
            // None of these keeps the next one from its turn.
            assertThat(learned(running, labels(10)).path("questions")).hasSize(1);
        }
    }

    @Test
    void labelsThatTakeMoreMemoryThanThereIsAreRefused() throws Exception {
        try (RunningService running = RunningService.start(learning("SERVICE_WAITING_MEMORY_MB", "1"))) {
            refused(running, labels(400), 413, "MiB of memory, and the service has 1 for all requests");
        }
    }

    @Test
    void anEngineThatDoesNotSayWhatLearningNeedsIsNamed() throws Exception {
        try (RunningService running =
                RunningService.start(learning("SERVICE_ENGINE", GuardedProvider.guarded("scripted")))) {
            refused(running, labels(20), 400, "SERVICE_ENGINE, --engine: the engine of checkpoint english");
        }
    }

    @Test
    void rowsOfTwoCheckpointsAreNotLearnedTogether() throws Exception {
        String mixed = labels(4) + line("x\", \"model\": \"multilingual", QUEUE, "\"tech\"");
        try (RunningService running = RunningService.start(LEARNING)) {
            refused(running, mixed, 400, "the rows are answered by english, multilingual", "choose one");
        }
    }

    @Test
    void whoHasNoKeyHasNothingLearned() throws Exception {
        try (RunningService running = RunningService.start(learning("SERVICE_API_KEY", "s3cret"))) {
            assertThat(running.post(PATH, labels(20)).statusCode()).isEqualTo(401);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
                byte[] body = labels(20).getBytes(UTF_8);
                socket.getOutputStream().write(head(body.length, "Authorization: Bearer s3cret\r\n"));
                socket.getOutputStream().write(body);
                assertThat(new String(socket.getInputStream().readNBytes(15), UTF_8))
                        .isEqualTo("HTTP/1.1 200 OK");
            }
        }
    }

    private static byte[] head(int length, String more) {
        return ("POST " + PATH + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + "Content-Length: " + length + "\r\n\r\n")
                .getBytes(UTF_8);
    }

    /** A request to learn from so many labels that it lasts for seconds. */
    private byte[] thousand() {
        String body = labels(1000);
        return (new String(head(body.length(), ""), UTF_8) + body).getBytes(UTF_8);
    }

    @Test
    void itLearnsFromOneFileAtATime() throws Exception {
        try (RunningService running = RunningService.start(LEARNING)) {
            try (Socket _ = learningFrom(running, head(1000, ""))) {
                HttpResponse<String> second = running.post(PATH, labels(10));
                assertThat(second.statusCode()).isEqualTo(429);
                assertThat(second.body()).contains("learns from one file at a time");
                assertThat(second.headers().firstValue("Retry-After")).contains("1");
            }
            assertThat(until(running, 200).body()).contains("\"questions\"");
        }
    }

    @Test
    void whoHasAnAnswerMaySendTheNextLabels() throws Exception {
        String labels = labels(4);
        try (RunningService running = RunningService.start(LEARNING)) {
            for (int i = 0; i < 100; i++) {
                learned(running, labels);
            }
        }
    }

    /** A connection whose request to learn has its turn once {@code sent} is sent. */
    private Socket learningFrom(RunningService running, byte[] sent) throws Exception {
        Instant limit = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(limit)) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port());
            socket.getOutputStream().write(sent);
            // This request may come before the other one, which is then the one to be refused.
            while (socket.getInputStream().available() == 0 && Instant.now().isBefore(limit)) {
                if (running.post(PATH, labels(10)).statusCode() == 429) {
                    return socket;
                }
            }
            socket.close();
        }
        throw new AssertionError("the request never had its turn");
    }

    /** Learns until the answer has this status. */
    private HttpResponse<String> until(RunningService running, int status) throws Exception {
        Instant limit = Instant.now().plus(PATIENCE);
        HttpResponse<String> response = running.post(PATH, labels(10));
        while (response.statusCode() != status && Instant.now().isBefore(limit)) {
            response = running.post(PATH, labels(10));
        }
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response;
    }

    @Test
    void othersAreAnsweredMeanwhileAndWhoLeavesIsNotLearnedFor() throws Exception {
        String asked = "{\"state\": \"refund\", \"questions\": {\"queue\": %s}}".formatted(QUEUE);
        try (RunningService running = RunningService.start(LEARNING)) {
            String alone = running.post("/v1/systemone", asked).body();
            try (Socket leaving = learningFrom(running, thousand())) {
                for (int i = 0; i < 20; i++) {
                    assertThat(running.post("/v1/systemone", asked).body()).isEqualTo(alone);
                }
                // It has not ended meanwhile.
                assertThat(leaving.getInputStream().available()).isZero();
            }
            until(running, 200);
        }
    }

    @Test
    void aStopDoesNotWaitForIt() throws Exception {
        RunningService running = RunningService.start(learning("SERVICE_SHUTDOWN_GRACE_S", "0.1"));
        try (Socket socket = learningFrom(running, thousand())) {
            CompletableFuture<Boolean> stopped =
                    CompletableFuture.supplyAsync(() -> running.service().stop());
            assertThat(stopped.get(15, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
                    .isEqualTo("HTTP/1.1 503");
        } finally {
            running.close();
        }
    }
}
