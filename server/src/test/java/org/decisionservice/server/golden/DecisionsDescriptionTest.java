// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that what the interface description says of OpenAI's routes is what they do, in every contract. */
@ParameterizedClass
@EnumSource
class DecisionsDescriptionTest {
    private static final String PATH = "/v1/decisions";

    private final Contract contract;
    private final Map<String, String> settings;
    private RunningService service;
    private DescribedInterface described;
    private JsonNode description;

    DecisionsDescriptionTest(Contract contract) {
        this.contract = contract;
        settings = Map.of(
                "SERVICE_CONTRACT",
                contract.name(),
                "SERVICE_DECISIONS",
                "1",
                "SERVICE_OVERLOAD_STATUS",
                "529",
                "SERVICE_ENGINE",
                GuardedProvider.guarded("onnx"));
    }

    @BeforeEach
    void start() throws Exception {
        service = RunningService.start(settings);
        described = DescribedInterface.of(service);
        description = described.document();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void theOverloadStatusIsMovedHereToo() {
        JsonNode responses = description.at("/paths/~1v1~1decisions/post/responses");
        assertThat(responses.at("/529/$ref").asText()).endsWith("/DecisionsBusy");
        assertThat(responses.has("503")).isFalse();
    }

    @Test
    void everyExampleIsValid() {
        described.checkExamples();
    }

    @Test
    void everyExampleOfARequestIsAnsweredAsDescribed() throws Exception {
        JsonNode examples =
                description.at("/paths/~1v1~1decisions/post/requestBody/content/application~1json/examples");
        assertThat(examples.size()).isEqualTo(2);
        for (JsonNode example : examples) {
            HttpResponse<String> answer =
                    service.post(PATH, example.get("value").toString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(described.errors(described.response("post", PATH, 200), GoldenCase.JSON.readTree(answer.body())))
                    .as(answer.body())
                    .isEmpty();
        }
    }

    /** The schema takes exactly what the service takes, except for what a schema cannot express. */
    @Test
    void requestsAndTheirAnswersAreAsDescribed() throws Exception {
        JsonNode request = description.at("/paths/~1v1~1decisions/post/requestBody/content/application~1json/schema");
        StringBuilder answers = new StringBuilder();
        assertThat(described.problems(
                        service, PATH, request, DecisionsCase.readAll("decisions"), "/error/code", answers))
                .isEmpty();
        if (contract == Contract.STRICT) {
            assertThat(answers).doesNotContain("\"x_");
        } else {
            assertThat(answers).contains("x_truncated_questions", "x_abstention_threshold", "x_low_confidence");
        }
    }

    @Test
    void modelsAreListedAsDescribed() throws Exception {
        JsonNode lists = GoldenCase.JSON.readTree(service.get("/v1/models").body());
        assertThat(described.errors(described.response("get", "/v1/models", 200), lists))
                .isEmpty();
        assertThat(lists.get("data").size()).isEqualTo(4);
        for (JsonNode model : lists.get("data")) {
            JsonNode one = GoldenCase.JSON.readTree(
                    service.get("/v1/models/" + model.get("id").asText()).body());
            assertThat(one).isEqualTo(model);
            assertThat(described.errors(described.response("get", "/v1/models/{id}", 200), one))
                    .isEmpty();
        }
        HttpResponse<String> none = service.get("/v1/models/gpt-6-luna");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(described.errors(
                        described.response("get", "/v1/models/{id}", 404), GoldenCase.JSON.readTree(none.body())))
                .isEmpty();
    }

    @Test
    void theRouteIsNotDescribedIfItIsOff() throws IOException, InterruptedException {
        Map<String, String> off = Map.of("SERVICE_CONTRACT", settings.get("SERVICE_CONTRACT"));
        try (RunningService plain = RunningService.start(off)) {
            JsonNode without =
                    GoldenCase.JSON.readTree(plain.get("/openapi.json").body());
            assertThat(without.toString()).doesNotContain(PATH).doesNotContain("Decisions");
            assertThat(without.at("/paths").has("/v1/models/{id}")).isFalse();
            // What the other routes take and answer is the same with it and without it.
            assertThat(description.at("/paths/~1v1~1systemone/post/requestBody"))
                    .isEqualTo(without.at("/paths/~1v1~1systemone/post/requestBody"));
            without.at("/components/schemas")
                    .properties()
                    .forEach(schema -> assertThat(description.at("/components/schemas/" + schema.getKey()))
                            .as(schema.getKey())
                            .isEqualTo(schema.getValue()));
        }
    }
}
