// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.observe.DecisionObserver.Decided;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionLogTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NOUL = "{\"type\": \"noul\", \"instructions\": \"Is it?\"}";

    @TempDir
    private Path dir;

    private static DecisionRequest request(String state, String question) {
        String body = "{\"state\": " + state + ", \"questions\": {\"q\": " + question + "}}";
        return new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.CONTRACT)
                .single(body.getBytes(StandardCharsets.UTF_8))
                .request();
    }

    private static Decided decided(String id, String state) {
        DecisionRequest request = request(state, NOUL);
        Probabilities p = Probabilities.of(0.25, 0.75);
        SequencedMap<String, Answer> answers = new LinkedHashMap<>();
        answers.put("q", new Answer.Noul(p, new Certainty(0.75, 0.75, Double.NaN, Optional.empty())));
        return new Decided(
                id,
                request,
                List.of(0),
                List.of(new DecisionResponse(
                        answers, new Usage(1, 1, 0, List.of(), new LinkedHashMap<>()), Optional.empty())));
    }

    private List<JsonNode> lines(Path file) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    /** Waits until each of {@code lines} is written or dropped, which a close does not. */
    private static void written(DecisionLog log, long lines) {
        Await.value(
                "every line is written or dropped",
                () -> Optional.of(log.written() + log.dropped()).filter(all -> all == lines));
    }

    @Test
    void statesAreKeyedHashesUnlessTheyAreAllowed() throws Exception {
        Path file = dir.resolve("log");
        for (boolean states : new boolean[] {false, true}) {
            try (DecisionLog log = DecisionLog.open(file, states, Provenance.UNKNOWN, InstantSource.system())) {
                log.decided(decided("1", "\"secret\""));
                log.decided(decided("2", "\"secret\""));
                log.decided(decided("3", "{\"a\": [1, 1e999]}"));
                log.decided(decided("4", "{\"a\": [1, 2.50]}"));
            }
        }
        List<JsonNode> lines = lines(file);
        assertThat(lines).hasSize(8);
        String hash = lines.get(0).path("state_hash").asText();
        assertThat(hash)
                .matches("[0-9a-f]{32}")
                .isEqualTo(lines.get(1).path("state_hash").asText())
                .isNotEqualTo(lines.get(2).path("state_hash").asText());
        assertThat(String.join("\n", Files.readAllLines(file).subList(0, 4))).doesNotContain("secret", "\"state\"");
        assertThat(lines.get(4).path("state").asText()).isEqualTo("secret");
        assertThat(lines.get(4).has("state_hash")).isFalse();
        assertThat(lines.get(6).path("state").isTextual()).isTrue();
        assertThat(lines.get(7).path("state").path("a").get(1).asDouble()).isEqualTo(2.5);
        // Nobody who sees the state can recompute the hash: another run has another key.
        try (DecisionLog log = DecisionLog.open(file, false, Provenance.UNKNOWN, InstantSource.system())) {
            log.decided(decided("5", "\"secret\""));
        }
        assertThat(lines(file).get(8).path("state_hash").asText()).isNotEqualTo(hash);
    }

    /** The calendar is set back by an hour before every line. */
    @Test
    void aFileThatWasMovedAwayIsFollowedWhenTheCalendarIsSetBack() throws Exception {
        Path file = dir.resolve("log");
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        InstantSource setBack = () -> now.updateAndGet(instant -> instant.minusSeconds(3600));
        try (DecisionLog log = DecisionLog.open(file, false, Provenance.UNKNOWN, setBack)) {
            log.decided(decided("1", "\"a\""));
            written(log, 1);
            Files.move(file, dir.resolve("old"));
            Await.until("a new file is begun", () -> {
                log.decided(decided("2", "\"b\""));
                return Files.exists(file);
            });
        }
    }

    /** A writer that stands still loses lines and counts them; nobody waits for it. */
    @Test
    void linesThatDoNotFitAreDroppedAndCountedWithoutWaiting() throws Exception {
        Path file = dir.resolve("log");
        CountDownLatch standing = new CountDownLatch(1);
        Provenance slow = _ -> {
            try {
                standing.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Provenance.Weights(Optional.of("abc"), Optional.empty(), Optional.empty());
        };
        int requests = 6_000;
        DecisionLog log = DecisionLog.open(file, false, slow, InstantSource.system());
        for (int i = 0; i < requests; i++) {
            log.decided(decided(Integer.toString(i), "\"x\""));
        }
        assertThat(log.dropped()).isBetween(1L, (long) requests - 1);
        assertThat(log.written()).isZero();
        long before = log.dropped();
        standing.countDown();
        written(log, requests);
        log.close();
        assertThat(log.dropped()).isEqualTo(before);
        List<JsonNode> lines = lines(file);
        assertThat(lines).hasSize((int) log.written());
        assertThat(lines.getFirst().path("request_id").asText()).isEqualTo("0");
        assertThat(lines.getFirst().path("revision").asText()).isEqualTo("abc");
    }

    @Test
    void largeDecisionsAreBoundedBySize() throws Exception {
        Path file = dir.resolve("log");
        CountDownLatch standing = new CountDownLatch(1);
        Provenance slow = _ -> {
            try {
                standing.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Provenance.Weights(Optional.empty(), Optional.empty(), Optional.empty());
        };
        DecisionLog log = DecisionLog.open(file, false, slow, InstantSource.system());
        Decided large = decided("large", "\"" + "x".repeat(50_000) + "\"");
        for (int i = 0; i < 400; i++) {
            log.decided(large);
        }
        // 8 Mi characters hold 165 of them.
        assertThat(log.dropped()).isBetween(230L, 240L);
        standing.countDown();
        written(log, 400);
        log.close();
    }

    /** Whatever a request says once stands in the line of each of its questions and states. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"states\": [S], \"questions\": {\"q\": {\"type\": \"choice\", \"instructions\": \"?\","
                        + " \"criteria\": [\"X\"]}}}",
                "{\"states\": [S], \"questions\": {\"q\": {\"type\": \"choice\", \"instructions\": \"?\","
                        + " \"criteria\": {\"X\": null}}}}",
                "{\"states\": [S], \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"X\"}}}",
                "{\"states\": [S], \"questions\": {\"X\": {\"type\": \"noul\", \"instructions\": \"?\"}}}",
                "{\"states\": [S], \"lang\": \"X\", \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\":"
                        + " \"?\"}}}",
                "{\"states\": [S], \"lang_guess\": \"X\", \"questions\": {\"q\": {\"type\": \"noul\","
                        + " \"instructions\": \"?\"}}}"
            })
    void everyTextOfTheClientCountsAsOftenAsItIsWritten(String body) {
        for (String one : List.of("x", "é", "密", "😀", "\\u0000")) {
            String asked = body.replace("S", String.join(",", Collections.nCopies(64, "\"s\"")))
                    .replace("X", one.repeat(100));
            DecisionRequest request = new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.CONTRACT)
                    .batch(asked.getBytes(StandardCharsets.UTF_8))
                    .request();
            long written = 64L * 100 * (one.startsWith("\\") ? 6 : one.getBytes(StandardCharsets.UTF_8).length);
            assertThat(Size.of(request, false)).as(one).isBetween(written, 2 * written + 64_000);
        }
    }

    @Test
    void aFileThatCannotBeOpenedIsOneLine() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() ->
                        DecisionLog.open(dir.resolve("no/such/log"), false, Provenance.UNKNOWN, InstantSource.system()))
                .withMessageStartingWith("SERVICE_DECISION_LOG: ")
                .withMessageContaining("cannot be written");
    }

    /** What is read back is the question that was asked. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                NOUL,
                "{\"type\": \"noul\", \"instructions\": \"Is it?\", \"criteria\": {\"true\": \"it is\"},"
                        + " \"labels\": {\"false\": \"No\", \"true\": \"Yes\"}}",
                "{\"type\": \"noul\", \"criteria\": {\"TRUE\": \"it is\", \"false\": \"it is not\"}}",
                "{\"type\": \"choice\", \"instructions\": \"Which?\", \"criteria\": [1, \"b\", false, 2.5]}",
                "{\"type\": \"choice\", \"instructions\": {\"a\": [1]}, \"criteria\": {\"a\": \"x\", \"b\": null},"
                        + " \"option_order\": [1, 0]}",
                "{\"type\": \"score\", \"instructions\": \"How?\", \"criteria\": [\"low\", \"high\", {\"x\": 1}]}"
            })
    void aQuestionReadsBackAsItself(String asked) {
        Question question = request("\"x\"", asked).questions().firstEntry().getValue();
        byte[] written = Json.bytes(out -> QuestionJson.write(out, question));
        Question read = request("\"x\"", new String(written, StandardCharsets.UTF_8))
                .questions()
                .firstEntry()
                .getValue();
        assertThat(read).isEqualTo(question);
        assertThat(Wording.of(read)).isEqualTo(Wording.of(question));
    }
}
