// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shadow of a running service, on real natives, and what {@code ./serve shadow} says of it. */
class ShadowServiceTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUEUE =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}";
    private static final List<String> MONEY = List.of("refund", "invoice", "charged", "money", "paid");
    private static final List<String> FAULTS = List.of("crash", "error", "login", "screen", "broken");
    private static final String STRANGER =
            "{\"request_id\": \"none\", \"state_index\": 0, \"id\": \"queue\", \"gold\": \"tech\"}";
    private static final int BATCH = 40;

    private final FileCommands commands = new FileCommands();
    private final Random random = new Random(11);

    @TempDir
    private Path dir;

    private String state(boolean money) {
        List<String> words = money ? MONEY : FAULTS;
        List<String> drawn = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            drawn.add(words.get(random.nextInt(words.size())));
        }
        return String.join(" ", drawn);
    }

    /** A file that answers the question as these words tell. */
    private Path learned() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            lines.add("{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\"}"
                    .formatted(state(i % 2 == 0), QUEUE, i % 2 == 0 ? "billing" : "tech"));
        }
        Path labels = Files.write(dir.resolve("labels.jsonl"), lines);
        Path learned = dir.resolve("learned.safetensors");
        assertThat(commands.run(Map.of(), "learn", labels.toString(), "--out", learned.toString()))
                .as(commands.complained())
                .isZero();
        return learned;
    }

    private Path log() {
        return dir.resolve("shadow.jsonl");
    }

    private Map<String, String> settings(String tried, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "SERVICE_ENGINE",
                GuardedProvider.guarded("onnx"),
                "SERVICE_ADMIN_PORT",
                "0",
                "SERVICE_SHADOW",
                tried + ",share=1,states=text,log=" + log()));
        settings.putAll(more);
        return settings;
    }

    private static void await(RunningService running, String outcome, int requests) throws Exception {
        String line = "decision_shadow_requests_total{outcome=\"%s\"} %d.0".formatted(outcome, requests);
        Await.until(line, () -> running.metrics().contains(line));
    }

    private List<JsonNode> lines() throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(log())) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    /** Asks about so many texts, half of each kind, and waits for the second answers. */
    private void ask(RunningService running, int texts) throws Exception {
        int requests = 0;
        for (int from = 0; from < texts; from += BATCH) {
            List<String> states = new ArrayList<>();
            for (int i = from; i < Math.min(texts, from + BATCH); i++) {
                states.add("\"" + state(i % 2 == 0) + "\"");
            }
            HttpResponse<String> answered = running.post(
                    "/v1/systemone/batch",
                    "{\"states\": [%s], \"questions\": {\"queue\": %s}}".formatted(String.join(", ", states), QUEUE));
            assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
            requests++;
        }
        await(running, "answered", requests);
        Await.until("the lines are written", () -> Files.readAllLines(log()).size() == 2 * texts);
    }

    /** Writes the right answers into what is to be labelled; its own words tell them. */
    private Path label(Path unlabelled) throws Exception {
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(unlabelled)) {
            ObjectNode row = (ObjectNode) JSON.readTree(line);
            boolean money = MONEY.stream().anyMatch(row.path("state").asText()::contains);
            row.put("gold", money ? "billing" : "tech");
            rows.add(row.toString());
        }
        return Files.write(dir.resolve("gold.jsonl"), rows);
    }

    private int report(String... more) {
        List<String> words = new ArrayList<>(List.of("shadow", log().toString()));
        words.addAll(List.of(more));
        return commands.run(Map.of(), words.toArray(String[]::new));
    }

    @Test
    void theSameAnswersAreSwitchedToWithoutALabel() throws Exception {
        try (RunningService running = RunningService.start(settings("precision=float32", Map.of()))) {
            ask(running, 400);
            assertThat(running.metrics())
                    .contains("decision_shadow_log_lines_total{outcome=\"written\"} 800.0")
                    .containsPattern("decision_shadow_resident_bytes [1-9]")
                    .contains("decision_rows_total{checkpoint=\"english\"} 400.0");
        }
        assertThat(report()).as(commands.printed() + commands.complained()).isZero();
        assertThat(commands.printed())
                .contains("queue: 400 answers, 0 differ", "Verdict: switch", "B is the shadow: precision=float32");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log())))
                .isEqualTo("rw-------");
    }

    @Test
    void aBetterShadowIsSwitchedToOnceItsAnswersAreLabelled() throws Exception {
        Path learned = learned();
        try (RunningService running = RunningService.start(settings("fitted=" + learned, Map.of()))) {
            ask(running, 400);
            assertThat(running.metrics()).contains("decision_shadow_resident_bytes 0.0");
        }
        Path open = dir.resolve("open.jsonl");
        assertThat(report("--to-label", open.toString())).isEqualTo(1);
        assertThat(commands.printed()).contains("not enough yet", "and none is labelled; label the first 50");
        Path json = dir.resolve("report.json");
        Path gold = label(open);
        String labels = Files.readString(gold);
        // As Windows' editors save text.
        Files.writeString(gold, "\uFEFF" + labels.replace("\n", "\r\n") + STRANGER, StandardCharsets.UTF_16LE);
        assertThat(report(gold.toString(), "--json", json.toString()))
                .as(commands.printed() + commands.complained())
                .isZero();
        assertThat(commands.printed()).contains("switch: B is right more often", "Verdict: switch");
        assertThat(commands.complained())
                .contains("; labels that belong to no answer that is judged, or to several: 1, the first in line "
                        + (labels.lines().count() + 1) + " of " + gold);
        Path rest = dir.resolve("rest.jsonl");
        report(gold.toString(), "--to-label", rest.toString());
        assertThat(commands.printed()).contains("Every answer that differs is labelled, so " + rest);
        assertThat(rest).doesNotExist();
        Files.writeString(gold, labels.replaceFirst("\"gold\":\"\\w+\"", "\"gold\":\"biling\""));
        assertThat(report(gold.toString())).isEqualTo(2);
        assertThat(commands.complained())
                .contains(gold + " line 1: the label 'biling' of question 'queue' is none of its options");
        JsonNode report = JSON.readTree(json.toFile());
        assertThat(report.path("questions")
                        .path("queue")
                        .path("gain")
                        .path("low")
                        .asDouble())
                .isPositive();
        assertThat(report.path("differing").get(0).path("request_id").asText()).hasSize(32);
    }

    @Test
    void aWorseShadowIsNot() throws Exception {
        Path learned = learned();
        try (RunningService running =
                RunningService.start(settings("fitted=", Map.of("SERVICE_FITTED", learned.toString())))) {
            ask(running, 400);
        }
        for (JsonNode line : lines()) {
            assertThat(line.has("learned")).isEqualTo(line.path("side").asText().equals("served"));
        }
        Path open = dir.resolve("open.jsonl");
        report("--to-label", open.toString());
        assertThat(report(label(open).toString())).isEqualTo(1);
        assertThat(commands.printed())
                .contains("do not switch: B is right less often for sure", "Verdict: do not switch, because of queue");
    }

    @Test
    void ofTooFewAnswersItSaysHowManyMore() throws Exception {
        Path learned = learned();
        try (RunningService running = RunningService.start(settings("fitted=" + learned, Map.of()))) {
            ask(running, 10);
        }
        Path open = dir.resolve("open.jsonl");
        assertThat(report("--to-label", open.toString())).isEqualTo(1);
        List<String> few = Files.readAllLines(open);
        assertThat(few).isNotEmpty();
        Path gold = label(Files.write(open, few.subList(0, 1)));
        assertThat(report(gold.toString())).isEqualTo(1);
        assertThat(commands.printed())
                .contains("Verdict: not enough yet, because of queue")
                .containsPattern("about \\d+ labels of the|about [\\d,]+ more answers");
    }

    @Test
    void clientsGetWhatTheyWouldWithoutIt() throws Exception {
        Path learned = learned();
        String body = "{\"state\": \"money paid\", \"questions\": {\"queue\": %s}}".formatted(QUEUE);
        try (RunningService running = RunningService.start(settings("fitted=" + learned, Map.of()));
                RunningService alone =
                        RunningService.start(Map.of("SERVICE_ENGINE", GuardedProvider.guarded("onnx")))) {
            HttpResponse<String> one = running.post("/v1/systemone", body);
            HttpResponse<String> other = alone.post("/v1/systemone", body);
            assertThat(one.body()).isEqualTo(other.body());
            await(running, "answered", 1);
            assertThat(running.get("/health").body())
                    .isEqualTo(alone.get("/health").body());
            assertThat(running.metrics()).contains("decision_rows_total{checkpoint=\"english\"} 1.0");
        }
        JsonNode served = lines().getFirst();
        assertThat(served.path("side").asText()).isEqualTo("served");
        assertThat(served.has("tried")).isFalse();
        assertThat(lines().getLast().path("tried").asText()).isEqualTo("fitted=" + learned);
    }

    @Test
    void aShadowThatFailsIsCountedAndNoClientLearnsOfIt() throws Exception {
        Path copy = dir.resolve("copy");
        Copies.copy(Testdata.tiny(), copy);
        String body = "{\"state\": \"money paid\", \"questions\": {\"queue\": %s}}".formatted(QUEUE);
        try (RunningService running = RunningService.start(settings("checkpoints=" + copy, Map.of()))) {
            running.post("/v1/systemone", body);
            await(running, "answered", 1);
            // Written to in its place, as nobody should.
            Path weights = copy.resolve("english/model.safetensors");
            byte[] bytes = Files.readAllBytes(weights);
            Files.write(weights, bytes);
            assertThat(running.post("/v1/systemone", body).statusCode()).isEqualTo(200);
            await(running, "failed", 1);
            assertThat(running.get("/health").body()).contains("\"ok\"");
        }
    }

    @Test
    void aStopDropsWhatWaits() throws Exception {
        try (RunningService running = RunningService.start(settings("precision=float32", Map.of()))) {
            for (int i = 0; i < 5; i++) {
                running.post("/v1/systemone", "{\"state\": \"x\", \"questions\": {\"queue\": %s}}".formatted(QUEUE));
            }
            assertThat(running.service().stop()).isTrue();
        }
    }

    @Test
    void aReloadReadsItsFilesAgain() throws Exception {
        Path learned = learned();
        Path named = Files.copy(learned, dir.resolve("named.safetensors"));
        String body = "{\"state\": \"money paid\", \"questions\": {\"queue\": %s}}".formatted(QUEUE);
        try (RunningService running = RunningService.start(settings("fitted=" + named, Map.of()))) {
            running.post("/v1/systemone", body);
            await(running, "answered", 1);
            learned();
            Files.delete(named);
            Files.copy(learned, named);
            Files.move(log(), dir.resolve("moved.jsonl"));
            running.service().reload();
            running.post("/v1/systemone", body);
            await(running, "answered", 2);
            Await.until(
                    "a new log",
                    () -> Files.exists(log()) && Files.readAllLines(log()).size() == 2);
        }
        String before = JSON.readTree(
                        Files.readAllLines(dir.resolve("moved.jsonl")).getLast())
                .path("learned")
                .asText();
        assertThat(lines().getLast().path("learned").asText())
                .isNotEqualTo(before)
                .isNotEmpty();
    }

    /** The operator's port reloads what requests are answered by, and the shadow's files are compared with that. */
    @Test
    void theOperatorsReloadReadsItsFilesToo() throws Exception {
        Path learned = learned();
        try (RunningService running = RunningService.start(settings("fitted=" + learned, Map.of()))) {
            assertThat(running.operate("/calibration/reload").statusCode()).isEqualTo(200);
            Files.delete(learned);
            HttpResponse<String> refused = running.operate("/calibration/reload");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("SERVICE_FITTED: ").contains("learned.safetensors");
        }
        try (RunningService running = RunningService.start(settings("precision=float32", Map.of()))) {
            HttpResponse<String> refused = running.operate("/calibration/reload");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("SERVICE_FITTED names no file");
        }
    }

    @Test
    void otherCommandsTakeOneSideAndSaySo() throws Exception {
        try (RunningService running = RunningService.start(settings("precision=float32", Map.of()))) {
            ask(running, 10);
        }
        assertThat(commands.run(Map.of(), "evaluate", log().toString())).isEqualTo(2);
        List<String> served = new ArrayList<>();
        List<String> second = new ArrayList<>();
        for (JsonNode line : lines()) {
            ObjectNode row = (ObjectNode) line;
            row.set("gold", row.get("answer"));
            (row.path("side").asText().equals("served") ? served : second).add(row.toString());
        }
        String a = Files.write(dir.resolve("a.jsonl"), served).toString();
        String b = Files.write(dir.resolve("b.jsonl"), second).toString();
        assertThat(commands.run(Map.of(), "compare", a, b, a))
                .as(commands.complained())
                .isZero();
        assertThat(commands.run(Map.of(), "evaluate", b))
                .as(commands.complained())
                .isZero();
        List<String> both = new ArrayList<>(served);
        both.addAll(second);
        String two = Files.write(dir.resolve("two.jsonl"), both).toString();
        assertThat(commands.run(Map.of(), "evaluate", two)).isEqualTo(2);
        assertThat(commands.complained()).contains("two answers to each question", "./serve shadow");
        assertThat(commands.run(Map.of(), "shadow", a)).isEqualTo(2);
        assertThat(commands.complained()).contains("it is no log of SERVICE_SHADOW");
    }

    @Test
    void whatCannotBeTriedStopsTheStart() throws Exception {
        Path learned = learned();
        refused("fitted=" + learned, Map.of("SERVICE_CHECKPOINTS", "starter"), "SERVICE_SHADOW: SERVICE_FITTED: ");
        refused("checkpoints=" + dir, Map.of(), "SERVICE_SHADOW: SERVICE_CHECKPOINTS: ");
        refused("precision=int8", Map.of("SERVICE_ENGINE", "reference"), "SERVICE_SHADOW: SERVICE_");
        Path broken = dir.resolve("broken");
        Copies.copy(Testdata.tiny(), broken);
        Files.write(broken.resolve("english/model.safetensors"), new byte[] {1, 2, 3});
        refused("checkpoints=" + broken, Map.of(), "SERVICE_SHADOW: SERVICE_CHECKPOINTS: checkpoint english ");
        Map<String, String> nowhere = Map.of("SERVICE_SHADOW", "precision=float32,log=" + dir.resolve("none/x"));
        refused("precision=float32", nowhere, "SERVICE_SHADOW: " + dir.resolve("none/x") + " cannot be written");
    }

    private void refused(String tried, Map<String, String> more, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(settings(tried, more)).close())
                .withMessageStartingWith(message);
    }
}
