// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of which some states are refused. */
class PerStateErrorsTest {
    private static final String PATH = "/v1/systemone/batch";
    private static final String QUESTIONS = "\"questions\":{\"q\":{\"type\":\"noul\",\"instructions\":\"i\"}}";
    private static final String LONG = "\"" + "x".repeat(50_001) + "\"";
    private static final String PER_STATE = ",\"on_error\":\"per_state\"";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String batch(String states, String more) {
        return "{\"states\":[" + states + "]," + QUESTIONS + more + "}";
    }

    @ParameterizedTest
    @CsvSource({"document", "strict"})
    void eachStateIsAnsweredOrSaysWhatIsWrongWithIt(String contract) throws IOException {
        try (TestServer server = contract.equals("strict") ? TestServer.strict() : TestServer.open()) {
            String states = "null,\"a\"," + LONG + ",\"\\ud800\",{\"b\":1}";
            RawResponse response = server.post(PATH, batch(states, PER_STATE));
            assertThat(response.status()).as(response.body()).isEqualTo(200);
            assertThat(response.header("X-Ignored-Members")).isEmpty();
            JsonNode body = JSON.readTree(response.body());
            JsonNode results = body.get("results");
            assertThat(results).hasSize(5);
            assertThat(results.get(0).toString())
                    .isEqualTo(
                            "{\"error\":{\"status\":400,\"detail\":\"'states[0]' is required and must not be null\"}}");
            assertThat(results.get(1).get("answers").has("q")).isTrue();
            assertThat(results.get(2).toString())
                    .isEqualTo("{\"error\":{\"status\":413,\"detail\":\"'states[2]': state too large (50001 > 50000"
                            + " characters of the text given to the model); shorten it\"}}");
            assertThat(results.get(3).get("error").get("status").asInt()).isEqualTo(400);
            assertThat(results.get(3).get("error").get("detail").asText()).contains("unpaired surrogate");
            assertThat(results.get(4).get("answers").has("q")).isTrue();
            assertThat(body.get("total_usage").get("input_tokens").asInt()).isEqualTo(20);
            assertThat(server.decisions.last().states()).hasSize(2);
        }
    }

    @Test
    void validStatesGetTheSameBytesAsWithoutTheMember() throws IOException {
        try (TestServer server = TestServer.open()) {
            String states = "\"a\",{\"b\":1}";
            assertThat(server.post(PATH, batch(states, PER_STATE)).body())
                    .isEqualTo(server.post(PATH, batch(states, "")).body());
        }
    }

    @Test
    void aBatchOfWhichNothingCanBeAnsweredIsStillAnAnswer() throws IOException {
        try (TestServer server = TestServer.open()) {
            RawResponse response = server.post(PATH, batch("null,null", PER_STATE));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).contains("\"total_usage\":{\"input_tokens\":0,");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\\ud800\""})
    void withoutTheMemberOneStateRefusesTheWholeBatch(String bad) throws IOException {
        try (TestServer server = TestServer.open()) {
            for (String more : new String[] {"", ",\"on_error\":null"}) {
                assertThat(server.post(PATH, batch("\"a\"," + bad, more)).status())
                        .isEqualTo(400);
                assertThat(server.post(PATH, batch("\"a\"," + LONG, more)).status())
                        .isEqualTo(413);
            }
            assertThat(server.decisions.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"skip\"", "true", "\"PER_STATE\"", "[]", "\"\""})
    void anotherValueIsRefused(String value) throws IOException {
        try (TestServer server = TestServer.open()) {
            RawResponse refused = server.post(PATH, batch("\"a\"", ",\"on_error\":" + value));
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body()).contains("'on_error' must be \\\"per_state\\\"");
        }
    }

    @Test
    void aFaultOfTheRequestItselfStillRefusesIt() throws IOException {
        try (TestServer server = TestServer.open()) {
            String many = "null,".repeat(64) + "null";
            assertThat(server.post(PATH, batch(many, PER_STATE)).status()).isEqualTo(413);
            assertThat(server.post(PATH, batch("null", PER_STATE + ",\"lang\":1"))
                            .status())
                    .isEqualTo(422);
            assertThat(server.post(PATH, batch("\"a\"", PER_STATE + ",\"task\":\"\\ud800\""))
                            .status())
                    .isEqualTo(400);
            assertThat(server.post(PATH, batch("", PER_STATE)).status()).isEqualTo(400);
        }
    }

    @Test
    void aSingleRequestHasNoSuchMember() throws IOException {
        try (TestServer server = TestServer.open()) {
            RawResponse response = server.post("/v1/systemone", "{\"state\":\"a\"," + QUESTIONS + PER_STATE + "}");
            assertThat(response.header("X-Ignored-Members")).contains("on_error");
        }
    }
}
