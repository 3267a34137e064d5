// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.launch.Home;
import org.decisionservice.server.launch.Service;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks every recorded request that OpenAI's or Google's API can express through the routes of one server: the
 * probabilities are the same to the last digit.
 */
class BothRoutesTest {
    private static final String SYSTEM_ONE = "/v1/systemone";

    @TempDir
    private Path home;

    @Test
    void theSameQuestionHasTheSameProbabilities() throws IOException {
        Map<String, List<GoldenCase>> groups = GoldenCase.some(
                        GoldenCase.readAll(Testdata.tiny().resolveSibling("golden/respond_dev.jsonl")).stream()
                                .filter(c -> c.path().equals(SYSTEM_ONE)
                                        && c.method().equals("POST"))
                                .filter(c -> c.expected().status() == 200)
                                .toList())
                .stream()
                .collect(Collectors.groupingBy(GoldenCase::environment, LinkedHashMap::new, Collectors.toList()));
        int recorded = 0;
        List<String> asked = new ArrayList<>();
        List<String> askedAsGoogle = new ArrayList<>();
        for (List<GoldenCase> group : groups.values()) {
            recorded += group.size();
            Map<String, String> variables = RecordedSettings.of(group.getFirst());
            variables.put("SERVICE_DECISIONS", "openai,gemini");
            try (Service service = Service.start(
                    SettingsReader.read(variables, Testdata.configuration()), List.of(), new Home(home))) {
                GoldenClient client = new GoldenClient(service.port());
                for (GoldenCase wanted : group) {
                    askAll(client, wanted, asked, askedAsGoogle);
                }
            }
        }
        System.out.printf(
                "%d of %d recorded requests asked through OpenAI's route too, %d through Google's%n",
                asked.size(), recorded, askedAsGoogle.size());
        assertThat(asked).hasSizeGreaterThan(recorded * 2 / 3);
        assertThat(askedAsGoogle).hasSizeGreaterThan(recorded / 2);
    }

    /** The packer names a question by its id; clients of this route know it by its place. */
    @Test
    void optionsThatDoNotFitAreNamedByTheirPlace() throws IOException {
        GoldenCase any = GoldenCase.readAll(Testdata.tiny().resolveSibling("golden/respond_dev.jsonl"))
                .getFirst();
        Map<String, String> variables = RecordedSettings.of(any);
        variables.put("SERVICE_DECISIONS", "1");
        ObjectNode request =
                GoldenCase.JSON.createObjectNode().put("input", "x").put("max_len", 32);
        ObjectNode question =
                request.putArray("questions").addObject().put("type", "choice").put("instructions", "x");
        for (int i = 0; i < 100; i++) {
            question.withArray("choices").addObject().put("value", "value " + i);
        }
        try (Service service =
                Service.start(SettingsReader.read(variables, Testdata.configuration()), List.of(), new Home(home))) {
            GoldenClient.Response refused = new GoldenClient(service.port()).send(decisions(any, request));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body())
                    .startsWith("{\"error\":{\"message\":\"'questions[0]': only ")
                    .contains(" of its 100 options fit into max_len 32 ")
                    .endsWith("\"param\":\"questions[0]\",\"code\":\"context_length_exceeded\"}}");
        }
    }

    private static GoldenCase decisions(GoldenCase wanted, ObjectNode request) throws IOException {
        return at("/v1/decisions", wanted, request);
    }

    private static GoldenCase at(String path, GoldenCase wanted, ObjectNode request) throws IOException {
        return new GoldenCase(
                wanted.id(),
                wanted.tags(),
                wanted.environment(),
                wanted.session(),
                "POST",
                path,
                wanted.headers(),
                Optional.of(new String(GoldenCase.JSON.writeValueAsBytes(request), StandardCharsets.ISO_8859_1)),
                false,
                wanted.expected(),
                wanted.recording());
    }

    private static void askAll(GoldenClient client, GoldenCase wanted, List<String> asked, List<String> askedAsGoogle)
            throws IOException {
        GoldenClient.Response one = client.send(wanted);
        if (one.status() != 200) {
            // One of the wanted differences.
            return;
        }
        JsonNode request;
        try {
            request = GoldenCase.JSON.readTree(wanted.body().orElseThrow().getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            // Compressed, or in another encoding than this parser reads.
            return;
        }
        JsonNode systemOne = GoldenCase.JSON.readTree(one.body());
        Optional<ObjectNode> decisions = AsDecisions.of(request);
        if (decisions.isPresent()) {
            JsonNode openAi = answered(client, decisions(wanted, decisions.get()));
            assertThat(numbers(openAi)).as(wanted.id()).isEqualTo(numbers(systemOne));
            assertThat(openAi.at("/usage/input_tokens")).as(wanted.id()).isEqualTo(systemOne.at("/usage/input_tokens"));
            asked.add(wanted.id());
        }
        Optional<ObjectNode> gemini = AsGemini.of(request);
        if (gemini.isPresent()) {
            JsonNode google = answered(client, at("/v1beta/decisions", wanted, gemini.get()));
            systemOne.get("answers").forEach(BothRoutesTest::asSureAsGooglePromises);
            assertThat(numbers(google)).as(wanted.id()).isEqualTo(numbers(systemOne));
            assertThat(google.at("/usage/total_input_tokens"))
                    .as(wanted.id())
                    .isEqualTo(systemOne.at("/usage/input_tokens"));
            askedAsGoogle.add(wanted.id());
        }
    }

    private static JsonNode answered(GoldenClient client, GoldenCase request) throws IOException {
        GoldenClient.Response answer = client.send(request);
        assertThat(answer.status()).as("%s %s", request.id(), answer.body()).isEqualTo(200);
        return GoldenCase.JSON.readTree(answer.body());
    }

    /** A noul of Google's API is never below 0.01 or above 0.99. */
    private static void asSureAsGooglePromises(JsonNode answer) {
        if (answer.has("noul")) {
            ((ObjectNode) answer).put("noul", Math.clamp(answer.get("noul").asDouble(), 0.01, 0.99));
        }
    }

    /** Probabilities and scores by question, as they are written. */
    private static Map<String, List<String>> numbers(JsonNode answer) {
        Map<String, List<String>> numbers = new LinkedHashMap<>();
        JsonNode answers = answer.get("answers");
        if (answers.isArray()) {
            for (JsonNode one : answers) {
                List<String> values = new ArrayList<>();
                one.path("probabilities")
                        .forEach(option -> values.add(option.get("probability").asText()));
                values.add(one.path("probability").asText() + one.path("score").asText());
                numbers.put(one.get("name").asText(), values);
            }
        } else {
            for (Map.Entry<String, JsonNode> one : answers.properties()) {
                List<String> values = new ArrayList<>();
                one.getValue().path("probabilities").forEach(option -> values.add(option.asText()));
                values.add(one.getValue().path("noul").asText()
                        + one.getValue().path("score").asText());
                numbers.put(one.getKey(), values);
            }
        }
        return numbers;
    }
}
