// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.Question;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what {@code SERVICE_CONTRACT=full} changes on the wire, and that no other contract has these changes. */
class FullContractTest {
    private static final TestServer FULL = TestServer.full();
    private static final TestServer DOCUMENT = TestServer.open();

    @AfterAll
    static void stop() {
        FULL.close();
        DOCUMENT.close();
    }

    private static String ask(String question) {
        return "{\"state\":\"x\",\"questions\":{\"q\":" + question + "}}";
    }

    private static String choice(int options) {
        return ask("{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":"
                + IntStream.range(0, options)
                        .mapToObj(i -> "\"option " + i + "\"")
                        .collect(Collectors.joining(",", "[", "]"))
                + "}");
    }

    @Test
    void answersHaveTheContractsMembersAndOursUnderAPrefix() throws IOException {
        String body = FULL.post("/v1/systemone", ask("{\"type\":\"noul\",\"instructions\":\"x\"}"))
                .body();
        assertThat(body)
                .isEqualTo("{\"model\":\"laya-rl-agent\",\"answers\":{\"q\":{\"type\":\"noul\",\"noul\":0.75,"
                        + "\"x_answer_confidence\":0.75,\"x_action\":{\"act_probability\":0.125}}},"
                        + "\"usage\":{\"input_tokens\":10,\"output_tokens\":0,\"x_state_tokens\":4,"
                        + "\"x_state_tokens_dropped\":0,\"x_truncated\":false,\"x_truncated_questions\":[]},"
                        + "\"x_routing\":{\"model\":\"english\",\"repo\":\"repo\",\"reason\":\"explicit model='en'\","
                        + "\"detection\":null,\"workflow\":null}}");
    }

    @Test
    void confidencesAreTheContracts() throws IOException {
        // The fake gives all options the same probability, and its own confidence is 0.5.
        assertThat(FULL.post("/v1/systemone", choice(4)).body()).contains("\"confidence\":0.0,\"probabilities\"");
        assertThat(DOCUMENT.post("/v1/systemone", choice(4)).body()).contains("\"confidence\":0.5");
        String score = ask("{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"a\",\"b\",\"c\",\"d\"]}");
        assertThat(FULL.post("/v1/systemone", score).body()).contains("\"score\":1.5,\"confidence\":0.0");
    }

    @Test
    void aGateIsNotSilent() throws IOException {
        String gated = ask("{\"type\":\"noul\",\"instructions\":\"x\"}").replace("}}}", "}},\"min_confidence\":0.5}");
        assertThat(FULL.post("/v1/systemone", gated).body())
                .contains("\"x_abstention\":\"passed\",\"x_abstention_threshold\":0.5")
                .doesNotContain("\"abstention\"");
    }

    @Test
    void aNoulMayLeaveItsInstructionsToItsCriteria() throws IOException {
        String only = ask("{\"type\":\"noul\",\"criteria\":{\"true\":\"a threat\",\"false\":null}}");
        assertThat(FULL.post("/v1/systemone", only).status()).isEqualTo(200);
        assertThat(FULL.decisions.last().questions().get("q"))
                .extracting(Question::instructions)
                .isEqualTo("");
        assertThat(DOCUMENT.post("/v1/systemone", only).status()).isEqualTo(422);
        for (String nothing : new String[] {"null", "{}", "{\"true\":null}", "{\"true\":\"\"}"}) {
            assertThat(FULL.post("/v1/systemone", ask("{\"type\":\"noul\",\"criteria\":" + nothing + "}"))
                            .status())
                    .as(nothing)
                    .isEqualTo(422);
        }
    }

    @Test
    void aChoiceMayHave255Options() throws IOException {
        assertThat(FULL.post("/v1/systemone", choice(255)).status()).isEqualTo(200);
        assertThat(DOCUMENT.post("/v1/systemone", choice(101)).status()).isEqualTo(413);
        RawResponse tooMany = FULL.post("/v1/systemone", choice(256));
        assertThat(tooMany.status()).isEqualTo(413);
        assertThat(tooMany.body())
                .startsWith("{\"detail\":{\"error_type\":\"api_usage_error\",\"message\":\"question 'q': too many");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "nonsense|[\"body\"]|json_invalid",
                "[]|[\"body\"]|json_invalid",
                "{\"questions\":{\"q\":1}}|[\"body\",\"state\"]|value_error",
                "{\"state\":null,\"questions\":{\"q\":1}}|[\"body\",\"state\"]|value_error",
                "{\"state\":1}|[\"body\",\"questions\"]|value_error",
                "{\"state\":1,\"questions\":{}}|[\"body\",\"questions\"]|value_error",
                "{\"state\":1,\"questions\":[]}|[\"body\",\"questions\"]|value_error",
                "{\"state\":1,\"questions\":{\"a b\":1}}|[\"body\",\"questions\",\"a b\"]|value_error",
                "{\"state\":1,\"questions\":{\"q\":1},\"max_len\":0}|[\"body\",\"max_len\"]|value_error",
                "{\"state\":1,\"questions\":{\"q\":1},\"hooks\":1}|[\"body\",\"hooks\"]|value_error"
            })
    void anInvalidBodyIsA422ThatNamesThePlace(String json, String location, String type) throws IOException {
        RawResponse response = FULL.post("/v1/systemone", json);
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.body())
                .startsWith("{\"detail\":[{\"loc\":" + location + ",\"msg\":\"")
                .endsWith(",\"type\":\"" + type + "\"}]}");
    }

    @Test
    void tooLongAStateIsATokenError() throws IOException {
        RawResponse response = FULL.post("/v1/systemone", ask("1").replace("\"x\"", "\"" + "x".repeat(50_001) + "\""));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body())
                .startsWith("{\"detail\":{\"error_type\":\"max_tokens_exceeded\",\"message\":\"'state'");
    }

    @Test
    void brokenTransportIsAUsageError() throws IOException {
        try (RawClient client = FULL.connect()) {
            assertThat(client.post("/v1/systemone", "{}", "Content-Encoding: gzip")
                            .body())
                    .startsWith("{\"detail\":{\"error_type\":\"api_usage_error\"");
        }
        try (RawClient client = FULL.connect()) {
            client.send("NONSENSE\n\n");
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).startsWith("{\"detail\":{\"error_type\":\"api_usage_error\"");
            assertThat(response.header("x-typesafe-request-id")).isEqualTo(response.header("X-Request-Id"));
        }
    }

    @Test
    void failuresOfOursAreTypedAndTellNothing() throws IOException {
        try (TestServer server = TestServer.full()) {
            server.decisions.behave(_ -> {
                throw new IllegalStateException("/secret/path exploded");
            });
            assertThat(server.post("/v1/systemone", ask("{\"type\":\"noul\",\"instructions\":\"x\"}"))
                            .body())
                    .isEqualTo("{\"detail\":{\"error_type\":\"internal_error\",\"message\":\"inference failed\"}}");
        }
    }

    @Test
    void requestIdsHaveTheContractsNameToo() throws IOException {
        try (RawClient client = FULL.connect()) {
            RawResponse response = client.get("/health", "X-Request-Id: mine");
            assertThat(response.header("X-Request-Id")).contains("mine");
            assertThat(response.header("x-typesafe-request-id")).contains("mine");
        }
        try (RawClient client = DOCUMENT.connect()) {
            assertThat(client.get("/health").header("x-typesafe-request-id")).isEmpty();
        }
    }

    @Test
    void modelsAreListedBehindTheKey() throws IOException {
        try (RawClient client = FULL.connect()) {
            RawResponse response = client.get("/v1/models");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body())
                    .startsWith("{\"models\":[{\"name\":\"jev-latest\",\"description\":\"The router chooses for every"
                            + " state among: english, multilingual\",\"release_date\":\"")
                    .contains("{\"name\":\"multilingual\",\"description\":\"")
                    .containsPattern("\"release_date\":\"\\d{4}-\\d{2}-\\d{2}\"}]}$");
            assertThat(client.get("/nope").body())
                    .startsWith("{\"detail\":{\"error_type\":\"not_found\"")
                    .contains("GET /v1/models");
            // The request is refused unread, which closes the connection.
            assertThat(client.post("/v1/models", "{}").status()).isEqualTo(405);
        }
        try (RawClient client = DOCUMENT.connect()) {
            RawResponse absent = client.get("/v1/models");
            assertThat(absent.status()).isEqualTo(404);
            assertThat(absent.body()).doesNotContain("/v1/models");
        }
        try (TestServer guarded = TestServer.fullWithKey("key");
                RawClient client = guarded.connect()) {
            RawResponse refused = client.get("/v1/models");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer ");
            assertThat(refused.body())
                    .isEqualTo("{\"detail\":{\"error_type\":\"authentication_error\","
                            + "\"message\":\"invalid or missing bearer token\"}}");
            assertThat(client.get("/v1/models", "Authorization: Bearer key").status())
                    .isEqualTo(200);
        }
    }
}
