// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Explained answers as the interface description says, in the contracts that have a place for them. */
class ExplanationDescriptionTest {
    private static final String PATH = "/v1/systemone";

    @ParameterizedTest
    @EnumSource(
            value = Contract.class,
            names = {"DOCUMENT", "FULL"})
    void answersAreAsDescribed(Contract contract) throws Exception {
        try (RunningService service =
                RunningService.start(Map.of("SERVICE_EXPLAIN", "1", "SERVICE_CONTRACT", contract.name()))) {
            DescribedInterface described = DescribedInterface.of(service);
            String body = "{\"state\": \"I was charged twice. Where is my money?\", \"explain\": true, \"questions\": {"
                    + "\"c\": {\"type\": \"choice\", \"instructions\": \"Which?\", \"criteria\": [\"a\", \"b\"]},"
                    + "\"s\": {\"type\": \"score\", \"instructions\": \"How much?\", \"criteria\": [\"a\", \"b\"]},"
                    + "\"n\": {\"type\": \"noul\", \"instructions\": \"Is it?\"}}}";
            JsonNode request = described
                    .document()
                    .at("/paths/" + PATH.replace("/", "~1") + "/post/requestBody/content/application~1json/schema");
            assertThat(described.errors(request, GoldenCase.JSON.readTree(body)))
                    .isEmpty();
            JsonNode answer = GoldenCase.JSON.readTree(service.post(PATH, body).body());
            assertThat(described.errors(described.response("post", PATH, 200), answer))
                    .as(answer.toString())
                    .isEmpty();
            String prefix = contract == Contract.FULL ? "x_" : "";
            assertThat(answer.at("/" + prefix + "explanation/spans").asInt()).isEqualTo(2);
            for (JsonNode each : answer.path("answers")) {
                assertThat(each.has(prefix + "explanation")).isTrue();
            }
            assertThat(answer.path("answers").findValues("change")).isNotEmpty();
            described.checkExamples();
        }
    }
}
