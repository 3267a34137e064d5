// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Choices of more options than a row holds, over HTTP. */
class ManyOptionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STATE = "Hello, I was charged twice for my subscription. Please refund it.";

    private static RunningService start(String group, String... more) {
        Map<String, String> settings = new HashMap<>(Map.of("SERVICE_TOURNAMENT_GROUP", group));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return RunningService.start(settings);
    }

    private static Map<String, Object> choice(int options) {
        return Map.of(
                "type",
                "choice",
                "instructions",
                "Which topic is it?",
                "criteria",
                IntStream.range(0, options)
                        .mapToObj(i -> "topic " + Integer.toString(i * 7919, 36) + " of many")
                        .toList());
    }

    private static Map<String, Object> single(Map<String, Object> question) {
        return Map.of("state", STATE, "model", "english", "questions", Map.of("q", question));
    }

    private static JsonNode post(RunningService service, String path, Object body) throws Exception {
        HttpResponse<String> response = service.post(path, JSON.writeValueAsString(body));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static double sum(JsonNode probabilities) {
        List<Double> values = new ArrayList<>();
        probabilities.forEach(value -> values.add(value.asDouble()));
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    @ParameterizedTest
    @CsvSource({"16, 101", "16, 255", "100, 255", "auto, 101", "auto, 255"})
    void upTo255OptionsAreAnswered(String group, int options) throws Exception {
        try (RunningService service = start(group)) {
            JsonNode body = post(service, "/v1/systemone", single(choice(options)));
            JsonNode answer = body.at("/answers/q");
            assertThat(answer.get("probabilities")).hasSize(options);
            // Each of the rounded values is off by half a unit at most.
            assertThat(sum(answer.get("probabilities"))).isCloseTo(1, within(options * 0.00005 + 1e-9));
            double largest = 0;
            for (JsonNode value : answer.get("probabilities")) {
                largest = Math.max(largest, value.asDouble());
            }
            assertThat(answer.at("/probabilities")
                            .get(answer.get("choice").asText())
                            .asDouble())
                    .isEqualTo(largest);
            boolean auto = group.equals("auto");
            JsonNode elimination = answer.get(auto ? "elimination" : "x_tournament");
            assertThat(answer.has(auto ? "x_tournament" : "elimination")).isFalse();
            assertThat(elimination.get("rounds").asInt()).isPositive();
            List<String> finalists = new ArrayList<>();
            elimination.get("finalists").forEach(label -> finalists.add(label.asText()));
            assertThat(finalists).contains(answer.get("choice").asText());
            int zeros = 0;
            for (JsonNode value : answer.get("probabilities")) {
                zeros += value.asDouble() == 0 ? 1 : 0;
            }
            if (auto) {
                assertThat(elimination.get("groups").asInt()).isGreaterThan(1);
            } else {
                assertThat(zeros).isGreaterThanOrEqualTo(options - finalists.size());
            }
            assertThat(body.at("/usage/input_tokens").asInt()).isGreaterThan(options * 2);
            // A row of 85 options still shortens them so much that some look the same.
            assertThat(body.at("/usage").has("options")).isEqualTo(group.equals("100") && options == 255);
            assertThat(body.at("/usage/options/q/total").asInt(options)).isEqualTo(options);
        }
    }

    @Test
    void overTheLimitsIsRefusedAndWithoutTheSettingAHundredIsTheLimit() throws Exception {
        try (RunningService service = start("auto")) {
            HttpResponse<String> over = service.post("/v1/systemone", JSON.writeValueAsString(single(choice(256))));
            assertThat(over.statusCode()).isEqualTo(413);
            assertThat(over.body()).contains("question 'q': too many choice options (256 > 255)");
            HttpResponse<String> inAll = service.post(
                    "/v1/systemone",
                    JSON.writeValueAsString(Map.of(
                            "state", STATE, "questions", Map.of("a", choice(255), "b", choice(255), "c", choice(3)))));
            assertThat(inAll.statusCode()).isEqualTo(413);
            assertThat(inAll.body()).contains("(513 > 512)");
        }
        try (RunningService service = RunningService.start(Map.of())) {
            HttpResponse<String> over = service.post("/v1/systemone", JSON.writeValueAsString(single(choice(101))));
            assertThat(over.statusCode()).isEqualTo(413);
            assertThat(over.body()).contains("(101 > 100)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "auto"})
    void aBatchOfMixedQuestionsAnswersAsSingleRequestsDo(String group) throws Exception {
        Map<String, Object> urgent = Map.of("type", "noul", "instructions", "Is it urgent?");
        Map<String, Object> mood =
                Map.of("type", "score", "instructions", "How angry?", "criteria", List.of("calm", "firm", "furious"));
        Map<String, Object> questions =
                Map.of("many", choice(150), "few", choice(4), "urgent", urgent, "mood", mood, "more", choice(120));
        List<String> states = List.of(STATE, "The app crashes when I log in.", "word ".repeat(900));
        try (RunningService service = start(group, "SERVICE_COALESCE", "1")) {
            JsonNode batch = post(
                    service,
                    "/v1/systemone/batch",
                    Map.of("states", states, "model", "english", "questions", questions));
            int tokens = 0;
            for (int i = 0; i < states.size(); i++) {
                JsonNode single = post(
                        service,
                        "/v1/systemone",
                        Map.of("state", states.get(i), "model", "english", "questions", questions));
                assertThat(batch.at("/results/" + i + "/answers")).isEqualTo(single.get("answers"));
                assertThat(batch.at("/results/" + i + "/usage")).isEqualTo(single.get("usage"));
                tokens += single.at("/usage/input_tokens").asInt();
            }
            assertThat(batch.at("/total_usage/input_tokens").asInt()).isEqualTo(tokens);
            assertThat(batch.at("/results/2/usage/truncated").asBoolean()).isTrue();
            assertThat(batch.at("/results/2/usage/truncated_questions")).hasSize(5);
        }
    }

    @ParameterizedTest
    @CsvSource({"16, x_tournament, x_tournament", "auto, elimination, x_elimination"})
    void everyContractSaysOnlyWhatItMay(String group, String plain, String prefixed) throws Exception {
        JsonNode document;
        try (RunningService service = start(group)) {
            document = post(service, "/v1/systemone", single(choice(120))).at("/answers/q");
            assertThat(document.has(plain)).isTrue();
        }
        try (RunningService service = start(group, "SERVICE_CONTRACT", "strict")) {
            JsonNode answer =
                    post(service, "/v1/systemone", single(choice(120))).at("/answers/q");
            assertThat(answer.fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder("type", "choice", "confidence", "probabilities");
            assertThat(answer.get("probabilities")).isEqualTo(document.get("probabilities"));
        }
        try (RunningService service = start(group, "SERVICE_CONTRACT", "full")) {
            JsonNode answer =
                    post(service, "/v1/systemone", single(choice(120))).at("/answers/q");
            assertThat(answer.fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder(
                            "type",
                            "choice",
                            "confidence",
                            "probabilities",
                            "x_answer_confidence",
                            "x_action",
                            prefixed);
            assertThat(answer.get("probabilities")).isEqualTo(document.get("probabilities"));
        }
    }

    /** A row of 128 tokens cannot hold a group of 85 options, so the group itself is split. */
    @Test
    void theFullContractSplitsAGroupThatNoRowHolds() throws Exception {
        Map<String, Object> narrow = new HashMap<>(single(choice(255)));
        narrow.put("max_len", 128);
        narrow.put("head_max_len", 96);
        try (RunningService service = start("100", "SERVICE_CONTRACT", "full")) {
            JsonNode answer = post(service, "/v1/systemone", narrow).at("/answers/q");
            assertThat(answer.at("/x_tournament/finalists")).hasSize(3);
            assertThat(answer.get("probabilities")).hasSize(255);
        }
        try (RunningService service = start("100")) {
            HttpResponse<String> refused = service.post("/v1/systemone", JSON.writeValueAsString(narrow));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("question 'q'", "of its 85 options fit into max_len 128");
        }
    }

    @Test
    void theDecisionsApiAnswersItsChoicesInTheSameWay() throws Exception {
        List<Map<String, Object>> choices = IntStream.range(0, 200)
                .mapToObj(i -> Map.<String, Object>of("value", "topic " + i))
                .toList();
        Map<String, Object> body = Map.of(
                "model",
                "english",
                "input",
                STATE,
                "questions",
                List.of(Map.of(
                        "type", "choice", "name", "q", "instructions", "Which topic is it?", "choices", choices)));
        try (RunningService service = start("auto", "SERVICE_DECISIONS", "1")) {
            JsonNode answer = post(service, "/v1/decisions", body).at("/answers/0");
            assertThat(answer.get("probabilities")).hasSize(200);
            assertThat(answer.fieldNames())
                    .toIterable()
                    .allMatch(name -> List.of("type", "name", "choice", "probabilities", "confidence")
                                    .contains(name)
                            || name.startsWith("x_"));
        }
    }

    @Test
    void aChoiceThatFitsIntoARowIsAnsweredAsWithoutTheSetting() throws Exception {
        String plain;
        String request = JSON.writeValueAsString(single(choice(12)));
        try (RunningService service = RunningService.start(Map.of())) {
            plain = service.post("/v1/systemone", request).body();
        }
        try (RunningService service = start("auto")) {
            assertThat(service.post("/v1/systemone", request).body()).isEqualTo(plain);
        }
        try (RunningService service = start("12")) {
            assertThat(service.post("/v1/systemone", request).body()).isEqualTo(plain);
        }
    }

    @Test
    void severalOrdersOfTheOptionsAreAveraged() throws Exception {
        List<String> labels = List.of("billing", "login", "parcels");
        List<JsonNode> turned = new ArrayList<>();
        try (RunningService service = RunningService.start(Map.of())) {
            for (int first = 0; first < 3; first++) {
                List<Integer> order = List.of(first, (first + 1) % 3, (first + 2) % 3);
                Map<String, Object> question =
                        Map.of("type", "choice", "instructions", "Which?", "criteria", labels, "option_order", order);
                turned.add(post(service, "/v1/systemone", single(question)));
            }
        }
        try (RunningService service = RunningService.start(Map.of("SERVICE_OPTION_ORDERS", "3"))) {
            Map<String, Object> question = Map.of("type", "choice", "instructions", "Which?", "criteria", labels);
            JsonNode body = post(service, "/v1/systemone", single(question));
            int tokens = 0;
            for (JsonNode one : turned) {
                tokens += one.at("/usage/input_tokens").asInt();
            }
            assertThat(body.at("/usage/input_tokens").asInt()).isEqualTo(tokens);
            for (String label : labels) {
                double mean = turned.stream()
                        .mapToDouble(one ->
                                one.at("/answers/q/probabilities/" + label).asDouble())
                        .average()
                        .orElseThrow();
                assertThat(body.at("/answers/q/probabilities/" + label).asDouble())
                        .isCloseTo(mean, within(0.00011));
            }
        }
    }
}
