// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Question sets and schemas on every route, as the interface description says, in every contract. */
@ParameterizedClass
@EnumSource
class QuestionSourcesDescriptionTest {
    private static final String SINGLE = "/v1/systemone";
    private static final String BATCH = "/v1/systemone/batch";
    private static final Set<String> REQUESTS =
            Set.of("DecisionRequest", "BatchRequest", "DecisionsRequest", "GeminiRequest");
    private static final String SCHEMA = "{\"properties\":{\"team\":{\"enum\":[\"a\",null,3]},\"urgent\":"
            + "{\"type\":\"boolean\"},\"level\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":5}}}";

    private final Contract contract;
    private final Map<String, String> settings = new HashMap<>();
    private RunningService service;
    private DescribedInterface described;

    QuestionSourcesDescriptionTest(Contract contract) {
        this.contract = contract;
        settings.put("SERVICE_CONTRACT", contract.name());
        settings.put("SERVICE_DECISIONS", "openai,gemini");
    }

    @BeforeEach
    void start() throws Exception {
        Map<String, String> on = new HashMap<>(settings);
        on.put("SERVICE_QUESTION_SETS", Path.of("..", "conf", "question-sets").toString());
        if (contract != Contract.STRICT) {
            on.put("SERVICE_SCHEMAS", "1");
        }
        service = RunningService.start(on);
        described = DescribedInterface.of(service);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private JsonNode answer(String path, String body) throws Exception {
        JsonNode request = described
                .document()
                .at("/paths/" + path.replace("/", "~1") + "/post/requestBody/content/application~1json/schema");
        assertThat(described.errors(request, GoldenCase.JSON.readTree(body)))
                .as(body)
                .isEmpty();
        HttpResponse<String> response = service.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("X-Ignored-Members")).isEmpty();
        JsonNode answer = GoldenCase.JSON.readTree(response.body());
        assertThat(described.errors(described.response("post", path, 200), answer))
                .as(response.body())
                .isEmpty();
        return answer;
    }

    @Test
    void theSetsAreListedAsDescribed() throws Exception {
        JsonNode list =
                GoldenCase.JSON.readTree(service.get("/v1/question-sets").body());
        assertThat(described.errors(described.response("get", "/v1/question-sets", 200), list))
                .isEmpty();
        assertThat(list.get("question_sets").findValuesAsText("name"))
                .containsExactly("email", "guard", "moderation", "router", "triage");
        described.checkExamples();
    }

    /** What a set asks is what the same questions in the request would be answered with. */
    @Test
    void aSetIsAskedOnEveryRoute() throws Exception {
        JsonNode triage = GoldenCase.JSON
                .readTree(service.get("/v1/question-sets").body())
                .at("/question_sets/4/questions");
        JsonNode named = answer(SINGLE, "{\"state\":\"s\",\"question_set\":\"triage\"}");
        assertThat(named).isEqualTo(answer(SINGLE, "{\"state\":\"s\",\"questions\":" + triage + "}"));
        JsonNode batch = answer(BATCH, "{\"states\":[\"s\",\"t\"],\"question_set\":\"triage\"}");
        assertThat(batch.at("/results/0/answers")).isEqualTo(named.get("answers"));
        JsonNode gemini = answer(
                "/v1beta/decisions",
                "{\"input\":\"s\",\"question_set\":\"triage\",\"questions\":{\"own\":{\"type\":\"noul\","
                        + "\"instructions\":\"Is it?\"}}}");
        assertThat(gemini.get("answers").size()).isEqualTo(triage.size() + 1);
        JsonNode openAi = answer("/v1/decisions", "{\"input\":\"s\",\"question_set\":\"triage\"}");
        assertThat(openAi.get("answers").findValuesAsText("name"))
                .containsExactlyElementsOf(
                        triage.propertyStream().map(Map.Entry::getKey).toList());
        JsonNode both = answer(
                "/v1/decisions",
                "{\"input\":\"s\",\"question_set\":\"triage\",\"questions\":[{\"type\":\"predicate\","
                        + "\"instructions\":\"Is it?\"}]}");
        assertThat(both.get("answers").size()).isEqualTo(triage.size() + 1);
    }

    @Test
    void anIdThatBothHaveIsRefusedOnEveryRoute() throws Exception {
        String id = "\"urgent\"";
        for (Map.Entry<String, String> each : Map.of(
                        SINGLE,
                        "{\"state\":\"s\",\"question_set\":\"triage\",\"questions\":{" + id
                                + ":{\"type\":\"noul\",\"instructions\":\"?\"}}}",
                        "/v1beta/decisions",
                        "{\"input\":\"s\",\"question_set\":\"triage\",\"questions\":{" + id
                                + ":{\"type\":\"noul\",\"instructions\":\"?\"}}}",
                        "/v1/decisions",
                        "{\"input\":\"s\",\"question_set\":\"triage\",\"questions\":[{\"type\":\"predicate\",\"name\":"
                                + id + ",\"instructions\":\"?\"}]}")
                .entrySet()) {
            String path = each.getKey();
            HttpResponse<String> response = service.post(path, each.getValue());
            assertThat(response.statusCode()).isBetween(400, 422);
            assertThat(response.body())
                    .contains("question 'urgent': the question set 'triage' has a question of this id");
            HttpResponse<String> unknown = service.post(path, each.getValue().replace("triage", "nope"));
            assertThat(unknown.body()).contains("there is no question set 'nope'; use one of 'email', 'guard'");
        }
    }

    /** A refusal of the question of a set names where the body names the set. */
    @Test
    void aSetThatDoesNotFitIsRefusedByItsPlace() throws Exception {
        HttpResponse<String> response =
                service.post("/v1/decisions", "{\"input\":\"s\",\"question_set\":\"triage\",\"max_len\":12}");
        assertThat(response.statusCode()).isBetween(400, 422);
        assertThat(response.body()).contains("'question_set': ");
    }

    @Test
    void aSchemaHasItsObjectInTheAnswer() throws Exception {
        if (contract == Contract.STRICT) {
            HttpResponse<String> ignored = service.post(SINGLE, "{\"state\":\"s\",\"questions\":{},\"schema\":7}");
            assertThat(ignored.headers().firstValue("X-Ignored-Members")).contains("schema");
            return;
        }
        String member = contract == Contract.FULL ? "x_values" : "values";
        JsonNode answer = answer(SINGLE, "{\"state\":\"s\",\"schema\":" + SCHEMA + "}");
        assertThat(answer.at("/answers/team/probabilities").propertyStream().map(Map.Entry::getKey))
                .containsExactly("a", "null", "3");
        assertThat(answer.get(member).propertyStream().map(Map.Entry::getKey))
                .containsExactly("team", "urgent", "level");
        assertThat(answer.get(member).get("level").asInt()).isBetween(3, 5);
        JsonNode batch = answer(BATCH, "{\"states\":[\"s\",\"t\"],\"min_confidence\":1.0,\"schema\":" + SCHEMA + "}");
        assertThat(batch.at("/results/1/" + member).toString())
                .isEqualTo("{\"team\":null,\"urgent\":null,\"level\":null}");
        HttpResponse<String> refused =
                service.post(SINGLE, "{\"state\":\"s\",\"schema\":{\"properties\":{\"x\":{\"type\":\"string\"}}}}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("'schema.properties.x': a free text has no options");
    }

    @Test
    void withoutTheSettingsNothingIsServedOrDescribed() throws Exception {
        try (RunningService plain = RunningService.start(settings)) {
            JsonNode without =
                    GoldenCase.JSON.readTree(plain.get("/openapi.json").body());
            assertThat(without.toString()).doesNotContain("question_set", "question-sets", "JsonSchema", "values\"");
            assertThat(plain.get("/v1/question-sets").statusCode()).isEqualTo(404);
            HttpResponse<String> ignoring = plain.post(
                    SINGLE,
                    "{\"state\":\"s\",\"questions\":{\"q\":{\"type\":\"noul\",\"instructions\":\"?\"}},"
                            + "\"question_set\":\"nope\",\"schema\":7}");
            assertThat(ignoring.headers().firstValue("X-Ignored-Members")).contains("question_set, schema");
            Stream<String> names =
                    without.at("/components/schemas").propertyStream().map(Map.Entry::getKey);
            names.filter(name -> !REQUESTS.contains(name) && !name.equals("DecisionResponse"))
                    .forEach(name -> assertThat(described.document().at("/components/schemas/" + name))
                            .as(name)
                            .isEqualTo(without.at("/components/schemas/" + name)));
        }
    }
}
