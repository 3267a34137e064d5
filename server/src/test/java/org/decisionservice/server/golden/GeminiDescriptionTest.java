// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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

/** Checks that what the interface description says of Google's route is what it does, in every contract. */
@ParameterizedClass
@EnumSource
class GeminiDescriptionTest {
    private static final String PATH = "/v1beta/decisions";

    private final Contract contract;
    private RunningService service;
    private DescribedInterface described;

    GeminiDescriptionTest(Contract contract) {
        this.contract = contract;
    }

    private RunningService running(String decisions, String more, String value) {
        return RunningService.start(Map.of(
                "SERVICE_CONTRACT",
                contract.name(),
                "SERVICE_DECISIONS",
                decisions,
                "SERVICE_OVERLOAD_STATUS",
                "429",
                "SERVICE_ENGINE",
                GuardedProvider.guarded("onnx"),
                more,
                value));
    }

    @BeforeEach
    void start() throws Exception {
        service = running("gemini", "SERVICE_LOG_LEVEL", "warning");
        described = DescribedInterface.of(service);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void everyExampleIsValidAndTheOverloadStatusIsMoved() {
        described.checkExamples();
        JsonNode responses = described.document().at("/paths/~1v1beta~1decisions/post/responses");
        assertThat(responses.at("/429/$ref").asText()).endsWith("/GeminiBusy");
        assertThat(responses.has("503")).isFalse();
    }

    @Test
    void everyExampleOfARequestIsAnsweredAsDescribed() throws Exception {
        JsonNode examples = described
                .document()
                .at("/paths/~1v1beta~1decisions/post/requestBody/content/application~1json/examples");
        assertThat(examples.size()).isEqualTo(2);
        for (JsonNode example : examples) {
            HttpResponse<String> answer =
                    service.post(PATH, example.get("value").toString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode schema = described.response("post", PATH, 200);
            assertThat(described.errors(schema, GoldenCase.JSON.readTree(answer.body())))
                    .as(answer.body())
                    .isEmpty();
        }
    }

    /** The schema takes exactly what the service takes, except for what a schema cannot express. */
    @Test
    void requestsAndTheirAnswersAreAsDescribed() throws Exception {
        JsonNode request =
                described.document().at("/paths/~1v1beta~1decisions/post/requestBody/content/application~1json/schema");
        StringBuilder answers = new StringBuilder();
        assertThat(described.problems(
                        service, PATH, request, DecisionsCase.readAll("gemini"), "/error/status", answers))
                .isEmpty();
        if (contract == Contract.STRICT) {
            assertThat(answers).doesNotContain("\"x_");
        } else {
            assertThat(answers).contains("x_routing", "x_abstention_threshold", "x_low_confidence", "x_window");
        }
    }

    /** How many options a choice may have depends on the contract and on the elimination. */
    @Test
    void theLimitOnOptionsIsTheApis() throws Exception {
        check(service);
        try (RunningService eliminating = running("gemini,openai", "SERVICE_TOURNAMENT_GROUP", "auto")) {
            check(eliminating);
            DescribedInterface other = DescribedInterface.of(eliminating);
            assertThat(other.document()
                            .at("/components/schemas/GeminiChoiceAnswer/properties")
                            .has("x_elimination"))
                    .isEqualTo(contract != Contract.STRICT);
            JsonNode answer =
                    GoldenCase.JSON.readTree(eliminating.post(PATH, choice(255)).body());
            assertThat(other.errors(other.response("post", PATH, 200), answer)).isEmpty();
            assertThat(answer.at("/answers/q").has("x_elimination")).isEqualTo(contract != Contract.STRICT);
        }
    }

    private static void check(RunningService running) throws Exception {
        assertThat(DescribedInterface.of(running)
                        .document()
                        .at("/components/schemas/GeminiChoiceQuestion/properties/criteria/maxProperties")
                        .asInt())
                .isEqualTo(255);
        assertThat(running.post(PATH, choice(256)).body()).contains("too many choice options (256 > 255)");
        assertThat(running.post(PATH, choice(255)).body()).doesNotContain("too many");
    }

    private static String choice(int options) {
        StringBuilder criteria = new StringBuilder();
        for (int i = 0; i < options; i++) {
            criteria.append(i == 0 ? "" : ",").append("\"o").append(i).append("\":\"\"");
        }
        return "{\"input\":\"x\",\"questions\":{\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":{"
                + criteria + "}}}}";
    }

    @Test
    void theRouteIsNotDescribedIfItIsOff() throws Exception {
        try (RunningService plain = running("0", "SERVICE_LOG_LEVEL", "warning")) {
            JsonNode without = DescribedInterface.of(plain).document();
            assertThat(without.toString()).doesNotContain(PATH).doesNotContain("Gemini");
            without.at("/components/schemas")
                    .properties()
                    .forEach(schema -> assertThat(described.document().at("/components/schemas/" + schema.getKey()))
                            .as(schema.getKey())
                            .isEqualTo(schema.getValue()));
        }
    }
}
