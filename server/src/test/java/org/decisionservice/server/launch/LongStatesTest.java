// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that are too long for a row, read in windows, over a real socket. */
class LongStatesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RunningService PLAIN = RunningService.start(Map.of("SERVICE_DECISIONS", "1"));
    private static final RunningService WINDOWS = RunningService.start(Map.of("SERVICE_WINDOWS", "yes"));

    private static final String SINGLE = "/v1/systemone";
    private static final String TEXT = "The parcel 😀 arrived late, and nobody answers the phone. ".repeat(20);
    private static final String QUESTIONS = """
            {"angry": {"type": "noul", "instructions": "Is the customer angry?"},
             "queue": {"type": "choice", "instructions": "Which queue?", "criteria": ["billing", "shipping"]},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "mid", "high"]}}""";

    @AfterAll
    static void stop() {
        PLAIN.close();
        WINDOWS.close();
    }

    /** A request with rows of 80 tokens, which {@code TEXT} does not fit into. */
    private static ObjectNode request(Object state) throws Exception {
        ObjectNode request = JSON.createObjectNode();
        request.set("state", JSON.valueToTree(state));
        request.set("questions", JSON.readTree(QUESTIONS));
        return request.put("model", "english").put("max_len", 80);
    }

    private static JsonNode ask(RunningService service, String path, JsonNode request) throws Exception {
        HttpResponse<String> response = service.post(path, request.toString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static void isReadInWindows(JsonNode answered, String text) {
        int length = text.codePointCount(0, text.length());
        for (JsonNode answer : answered.get("answers")) {
            JsonNode window = answer.get("window");
            assertThat(window.fieldNames()).toIterable().containsExactly("start", "end", "index", "count");
            assertThat(window.get("count").intValue()).isGreaterThan(5);
            assertThat(window.get("index").intValue())
                    .isBetween(0, window.get("count").intValue() - 1);
            assertThat(window.get("start").intValue())
                    .isBetween(0, window.get("end").intValue() - 1);
            assertThat(window.get("end").intValue()).isLessThanOrEqualTo(length);
            assertThat(window.get("start").intValue() == 0)
                    .isEqualTo(window.get("index").intValue() == 0);
        }
        JsonNode usage = answered.get("usage");
        assertThat(usage.get("state_tokens_dropped").intValue()).isZero();
        assertThat(usage.get("truncated").booleanValue()).isFalse();
        assertThat(usage.get("truncated_questions")).isEmpty();
        // Every question reads the state in windows that share half, and once more in sentences.
        assertThat(usage.get("input_tokens").intValue())
                .isGreaterThan(2 * 3 * usage.get("state_tokens").intValue());
    }

    @Test
    void aTextIsReadInWindowsIfTheRequestAsksForIt() throws Exception {
        isReadInWindows(ask(PLAIN, SINGLE, request(TEXT).put("windows", true)), TEXT);
    }

    @Test
    void offsetsIntoAJsonStateAreThoseOfItsText() throws Exception {
        isReadInWindows(
                ask(PLAIN, SINGLE, request(Map.of("note 😀", TEXT)).put("windows", true)),
                "{\"note 😀\": \"" + TEXT + "\"}");
        List<String> turns = List.of(TEXT, TEXT);
        isReadInWindows(
                ask(PLAIN, SINGLE, request(turns).put("windows", true)), "[\"" + TEXT + "\", \"" + TEXT + "\"]");
    }

    @Test
    void theDeploymentDecidesForRequestsThatDoNotSay() throws Exception {
        isReadInWindows(ask(WINDOWS, SINGLE, request(TEXT)), TEXT);
        isReadInWindows(ask(WINDOWS, SINGLE, request(TEXT).putNull("windows")), TEXT);
        for (Object state : List.of(TEXT, List.of(TEXT), "short")) {
            String plain = PLAIN.post(SINGLE, request(state).toString()).body();
            assertThat(plain).doesNotContain("window");
            assertThat(PLAIN.post(SINGLE, request(state).put("windows", false).toString())
                            .body())
                    .isEqualTo(plain);
            assertThat(WINDOWS.post(SINGLE, request(state).put("windows", false).toString())
                            .body())
                    .isEqualTo(plain);
        }
        assertThat(WINDOWS.post(SINGLE, request("short").toString()).body())
                .isEqualTo(PLAIN.post(SINGLE, request("short").toString()).body());
    }

    @Test
    void aBatchAnswersAsItsStatesAlone() throws Exception {
        List<Object> states = List.of(TEXT, "short", List.of(TEXT));
        List<JsonNode> alone = new ArrayList<>();
        for (Object state : states) {
            alone.add(ask(PLAIN, SINGLE, request(state).put("windows", true)));
        }
        ObjectNode batch = request("x").put("windows", true);
        batch.remove("state");
        batch.set("states", JSON.valueToTree(states));
        for (ObjectNode each : List.of(batch, batch.deepCopy().put("batch_size", 1))) {
            JsonNode answered = ask(PLAIN, SINGLE + "/batch", each);
            assertThat(answered.get("results")).containsExactlyElementsOf(alone);
            assertThat(answered.get("total_usage").get("input_tokens").intValue())
                    .isEqualTo(alone.stream()
                            .mapToInt(
                                    one -> one.get("usage").get("input_tokens").intValue())
                            .sum());
        }
    }

    @Test
    void theGateReadsTheCombinedAnswer() throws Exception {
        for (JsonNode answer : ask(
                        PLAIN, SINGLE, request(TEXT).put("windows", true).put("min_confidence", 0.6))
                .get("answers")) {
            assertThat(answer.get("abstention").textValue())
                    .isEqualTo(answer.get("answer_confidence").doubleValue() < 0.6 ? "abstained" : "passed");
            assertThat(answer.has("window")).isTrue();
        }
    }

    @Test
    void contractsShowTheWindowAsAnExtensionOrNotAtAll() throws Exception {
        try (RunningService strict = RunningService.start(Map.of("SERVICE_STRICT", "1", "SERVICE_WINDOWS", "1"));
                RunningService full =
                        RunningService.start(Map.of("SERVICE_CONTRACT", "full", "SERVICE_WINDOWS", "1"))) {
            JsonNode wanted = ask(WINDOWS, SINGLE, request(TEXT));
            JsonNode projected = ask(strict, SINGLE, request(TEXT));
            assertThat(projected.toString()).doesNotContain("window");
            assertThat(projected.get("usage").get("input_tokens"))
                    .isEqualTo(wanted.get("usage").get("input_tokens"));
            for (String id : List.of("angry", "queue", "urgency")) {
                assertThat(ask(full, SINGLE, request(TEXT))
                                .get("answers")
                                .get(id)
                                .get("x_window"))
                        .isEqualTo(wanted.get("answers").get(id).get("window"));
            }
            assertThat(projected.get("answers").get("angry").get("noul"))
                    .isEqualTo(wanted.get("answers").get("angry").get("noul"));
        }
        ObjectNode decisions =
                JSON.createObjectNode().put("input", TEXT).put("lang", "en").put("max_len", 80);
        decisions.set(
                "questions",
                JSON.readTree("[{\"type\": \"predicate\", \"name\": \"angry\","
                        + " \"instructions\": \"Is the customer angry?\"}]"));
        JsonNode answer = ask(PLAIN, "/v1/decisions", decisions.put("windows", true))
                .get("answers")
                .get(0);
        assertThat(answer.get("x_window").get("count").intValue()).isGreaterThan(5);
        assertThat(ask(PLAIN, "/v1/decisions", decisions.put("windows", false)).toString())
                .contains("\"x_truncated\":true")
                .doesNotContain("window");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "\"true\"", "\"\"", "[]", "{}", "0.5"})
    void anythingButABooleanIsRefused(String value) throws Exception {
        String body = request(TEXT).toString().replaceFirst("\\{", "{\"windows\": " + value + ", ");
        for (String path : List.of(SINGLE, SINGLE + "/batch")) {
            HttpResponse<String> refused = PLAIN.post(
                    path,
                    path.endsWith("batch")
                            ? body.replace("\"state\":", "\"states\":[").replace(",\"questions\"", "],\"questions\"")
                            : body);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
            assertThat(refused.body()).isEqualTo("{\"detail\":\"'windows' must be true or false\"}");
        }
    }

    @Test
    void aRequestThatNeedsTooManyWindowsIsRefusedUnlessItForgoesThem() throws Exception {
        ObjectNode batch = request("x");
        batch.remove("state");
        batch.set("states", JSON.valueToTree(Collections.nCopies(64, TEXT.repeat(2))));
        HttpResponse<String> refused = WINDOWS.post(SINGLE + "/batch", batch.toString());
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.body()).contains("over 4096", "raise max_len", "'windows': false");
        assertThat(WINDOWS.post(SINGLE + "/batch", batch.put("windows", false).toString())
                        .statusCode())
                .isEqualTo(200);
    }
}
