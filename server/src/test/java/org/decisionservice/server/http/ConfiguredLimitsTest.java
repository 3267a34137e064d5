// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.Map;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The description says what this deployment does, and not what the defaults are. */
class ConfiguredLimitsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode description(RunningService running) throws Exception {
        String text = running.get("/openapi.json").body();
        assertThat(text).doesNotContain("${");
        return JSON.readTree(text);
    }

    @ParameterizedTest
    @EnumSource
    void everyLimitIsShownAsConfigured(Contract contract) throws Exception {
        Map<String, String> settings = Map.of(
                "SERVICE_CONTRACT", contract.name(),
                "SERVICE_MAX_TOKEN_BUDGET", "777",
                "SERVICE_MAX_CONCURRENT", "7",
                "SERVICE_BODY_READ_TIMEOUT", "2.5",
                "SERVICE_REQUEST_TIMEOUT_S", "90");
        try (RunningService running = RunningService.start(settings)) {
            JsonNode components = description(running).get("components");
            JsonNode window = components.at("/schemas/TokenWindow");
            assertThat(window.get("maximum").asInt()).isEqualTo(777);
            assertThat(window.get("description").asText()).contains("777 (SERVICE_MAX_TOKEN_BUDGET)");
            assertThat(components.at("/responses/Busy/description").asText())
                    .startsWith("7 requests (SERVICE_MAX_CONCURRENT)")
                    .contains("SERVICE_REQUEST_TIMEOUT_S: 90 seconds");
            assertThat(components.at("/responses/RequestTimeout").toString())
                    .contains("within 2.5 seconds", "was not received within 2.5 s;");
            assertThat(components.toString()).doesNotContain("8192");
        }
    }

    @Test
    void theDefaultsAreShownToo() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            JsonNode components = description(running).get("components");
            assertThat(components.at("/schemas/TokenWindow/maximum").asInt()).isEqualTo(8192);
            assertThat(components.at("/schemas/OptionOrder/maxItems").asInt()).isEqualTo(100);
            assertThat(components.at("/schemas/OptionOrder/items/maximum").asInt())
                    .isEqualTo(99);
            assertThat(components.at("/schemas").has("Elimination")).isFalse();
            assertThat(components.at("/responses/Busy/description").asText())
                    .startsWith("16 requests")
                    .contains("no limit");
            assertThat(components.at("/responses/RequestTimeout/description").asText())
                    .contains("within 10 seconds");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLimitOnOptionsFollowsTheTournament(Contract contract) throws Exception {
        Map<String, String> settings = Map.of(
                "SERVICE_CONTRACT", contract.name(), "SERVICE_TOURNAMENT_GROUP", "auto", "SERVICE_DECISIONS", "1");
        try (RunningService running = RunningService.start(settings)) {
            JsonNode components = description(running).get("components");
            assertThat(components.at("/schemas/OptionOrder/maxItems").asInt()).isEqualTo(255);
            assertThat(components.at("/schemas/OptionOrder/items/maximum").asInt())
                    .isEqualTo(254);
            assertThat(components
                            .at("/schemas/ChoiceQuestion/properties/criteria/maxProperties")
                            .asInt())
                    .isEqualTo(255);
            assertThat(components.at("/responses/TooLarge/description").asText())
                    .contains("255 options of a choice");
            assertThat(components
                            .at("/schemas/ScoreQuestion/properties/instructions/not")
                            .isObject())
                    .as("only a noul of the full contract may do without instructions")
                    .isTrue();
            String name = contract == Contract.FULL ? "x_elimination" : "elimination";
            assertThat(components.at("/schemas/ChoiceAnswer/properties/" + name).isMissingNode())
                    .isEqualTo(contract == Contract.STRICT);
            assertThat(components
                            .at("/schemas/ChoicesAnswer/properties/x_elimination")
                            .isMissingNode())
                    .isEqualTo(contract == Contract.STRICT);
        }
    }

    @Test
    void anUndecidedLanguageIsAnsweredAsTheExampleSays() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            JsonNode example = description(running).at("/components/schemas/Detection/examples/0");
            HttpResponse<String> russian =
                    running.post("/v1/systemone", "{\"state\": \"Где моя посылка?\", \"questions\": {}}");
            assertThat(JSON.readTree(russian.body()).at("/routing/detection")).isEqualTo(example);
        }
    }

    @Test
    void theDescriptionOfTheThresholdAndOfAPassIsTrue() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            JsonNode description = description(running);
            assertThat(description
                            .at("/components/schemas/DecisionRequest/properties/min_confidence/description")
                            .asText())
                    .contains("`low_confidence: true`, a member that is never false", "0.0 counts as set");
            HttpResponse<String> gated = running.post(
                    "/v1/systemone",
                    "{\"state\": \"x\", \"min_confidence\": 0.0,"
                            + " \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"x\"}}}");
            assertThat(gated.body())
                    .contains("\"abstention\":\"passed\"", "\"abstention_threshold\":0.0")
                    .doesNotContain("low_confidence");
            assertThat(description
                            .at("/paths/~1v1~1systemone~1batch/post/description")
                            .asText())
                    .contains("A pass is", "never more than SERVICE_MAX_BATCH_TOKENS");
            assertThat(description
                            .at("/components/schemas/BatchRequest/properties/batch_size/description")
                            .asText())
                    .startsWith("States per pass, at most");
        }
    }
}
