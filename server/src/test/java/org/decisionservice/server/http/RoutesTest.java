// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
    private static final TestServer SERVER = TestServer.open();
    private static final String NOUL =
            "{\"state\":\"x\",\"questions\":{\"q\":{\"type\":\"noul\",\"instructions\":\"x\"}}}";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void answersADecision() throws IOException {
        RawResponse response = SERVER.post("/v1/systemone", NOUL);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).contains("application/json");
        assertThat(response.header("Server-Timing")).contains("inference;dur=12.35");
        assertThat(response.header("X-Ignored-Members")).isEmpty();
        assertThat(response.header("X-Inference-Time-Ms")).contains("12.35");
        assertThat(response.body())
                .isEqualTo("{\"model\":\"laya-rl-agent\",\"answers\":{\"q\":{\"type\":\"noul\",\"noul\":0.75,"
                        + "\"confidence\":0.5,\"answer_confidence\":0.75,\"action\":{\"act_probability\":0.125}}},"
                        + "\"usage\":{\"input_tokens\":10,\"output_tokens\":0,\"state_tokens\":4,"
                        + "\"state_tokens_dropped\":0,\"truncated\":false,\"truncated_questions\":[]},"
                        + "\"routing\":{\"model\":\"english\",\"repo\":\"repo\",\"reason\":\"explicit model='en'\","
                        + "\"detection\":null,\"workflow\":null}}");
    }

    @Test
    void aHeaderNamesTheMembersThatNobodyReads() throws IOException {
        String asked =
                NOUL.replaceFirst("\\{", "{\"model\":\"gpt-4\",\"minconfidence\":0.9,\"a\\\\u000d\\\\u000a, é\":{},");
        RawResponse response = SERVER.post("/v1/systemone", asked);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("X-Ignored-Members")).contains("model, minconfidence, a%0D%0A%2C%20%C3%A9");
        for (String router : List.of("null", "\"auto\"", "\" JEV-latest\"", "\"convaiinnovations/laya\"")) {
            assertThat(SERVER.post("/v1/systemone", NOUL.replaceFirst("\\{", "{\"model\":" + router + ","))
                            .header("X-Ignored-Members"))
                    .isEmpty();
        }
        assertThat(SERVER.post("/v1/systemone", NOUL.replaceFirst("\\{", "{\"model\":5,"))
                        .header("X-Ignored-Members"))
                .contains("model");
        String states = asked.replace("\"state\":\"x\"", "\"states\":[\"x\"]").replace("gpt-4", " EN ");
        assertThat(SERVER.post("/v1/systemone/batch", states).header("X-Ignored-Members"))
                .contains("minconfidence, a%0D%0A%2C%20%C3%A9");
        String many = IntStream.range(0, 5000)
                .mapToObj(i -> "\"" + "x".repeat(200) + i + "\":1,")
                .collect(Collectors.joining(
                        "",
                        "\"y1\":1,\"y2\":1,\"y1\":2,\"y3\":1,\"" + "ü".repeat(90) + "\":1,\"y4\":1,\"y5\":1,\"y6\":1,",
                        "\"z\":1,"));
        assertThat(SERVER.post("/v1/systemone", NOUL.replaceFirst("\\{", "{" + many))
                        .header("X-Ignored-Members"))
                .contains("y1, y2, y3, " + "%C3%BC".repeat(8) + "..., y4, y5, y6, " + "x".repeat(48) + "..., ...");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/nope",
                "/v1/systemone/",
                "/health/",
                "/V1/systemone",
                "//v1/systemone",
                "/v1/systemone;a=b",
                "/v1/systemone;a=b?x=1",
                "/v1%2fsystemone",
                "/x/%2e%2e/v1/systemone",
                "/v1/systemone%3ba=b",
                "/v1/systemone%20",
                "/x/../v1/systemone",
                "/v1/./systemone",
                "/v1//systemone",
                "/v1/systemone/.",
                "/docs/../docs",
                "/docs/try/./main.js",
                "/docs/try/../../health",
                "/observe",
                "/observe/health"
            })
    void unknownPathsAreNotFoundInOurForm(String path) throws IOException {
        RawResponse response;
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get(path).status()).isEqualTo(404);
            response = client.post(path, NOUL);
            assertThat(client.closedByServer()).isTrue();
        }
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.body()).startsWith("{\"detail\":\"not found");
        assertThat(response.header("Content-Type")).contains("application/json");
        assertThat(response.header("X-Request-Id")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/systemone,POST",
        "PUT,/v1/systemone,POST",
        "DELETE,/v1/systemone,POST",
        "OPTIONS,/v1/systemone,POST",
        "HEAD,/v1/systemone,POST",
        "PATCH,/v1/systemone/batch,POST",
        "GET,/v1/systemone/batch,POST",
        "POST,/health,GET",
        "OPTIONS,/health,GET"
    })
    void otherMethodsAreToldWhichOneToUse(String method, String path, String allowed) throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.request(method, path);
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.header("Allow")).contains(allowed.equals("GET") ? "GET, HEAD" : allowed);
            if (!method.equals("HEAD")) {
                assertThat(response.body()).isEqualTo("{\"detail\":\"method not allowed; use " + allowed + "\"}");
            }
            // If the response to HEAD carried a body, it would be read as the next response.
            assertThat(client.get("/health").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/systemone%", "/v1/systemone%7", "/v1/systemone%zz", "/v1/systemone#fragment"})
    void aTargetThatIsNotAPathIsRefused(String path) throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.post(path, NOUL).status()).isEqualTo(400);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/docs", "/docs/try/main.js", "/openapi.json", "/nope", "/v1/systemone"})
    void theAnswerToHeadIsThatToGetWithoutItsContent(String path) throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse get = client.get(path);
            RawResponse head = client.request("HEAD", path);
            assertThat(head.status()).isEqualTo(get.status());
            assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
            assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
            // Content would be read as the next response.
            assertThat(client.get("/health").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "//v1/systemone, /v1/systemone",
        "/v1//systemone, /v1/systemone",
        "/v1/systemone/, /v1/systemone",
        "/V1/SystemOne/Batch, /v1/systemone/batch",
        "//health//, /health"
    })
    void aPathThatIsNearlyARouteIsTold(String path, String route) throws IOException {
        RawResponse response = SERVER.post(path, NOUL);
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.body()).contains("this path is written " + route + ",");
        assertThat(SERVER.post("/v1/system", NOUL).body()).doesNotContain("this path is written");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/nope", "/docs", "/v1/systemone", "/{", "//health"})
    void noAnswerIsSniffed(String path) throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get(path).header("X-Content-Type-Options")).contains("nosniff");
        }
        assertThat(SERVER.post(path, "{").header("X-Content-Type-Options")).contains("nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{x}", "|", "\"", "[1]", "^", "%", "%zz", "%4", "\\", "<>`", "a=b?c=/d:@", "%00", "%0d%0a"})
    void anyVisibleCharacterMayStandInAQuery(String query) throws IOException {
        assertThat(SERVER.post("/v1/systemone?a=" + query, NOUL).status()).isEqualTo(200);
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get("/health?" + query).status()).isEqualTo(200);
            assertThat(client.get("/v1/{x}?" + query).status()).isNotEqualTo(200);
        }
    }

    @Test
    void escapedLettersAreLetters() throws IOException {
        assertThat(SERVER.post("/v1/%73ystemone", NOUL).status()).isEqualTo(200);
        assertThat(SERVER.post("/%761/system%6Fne", NOUL).status()).isEqualTo(200);
    }

    @Test
    void queriesAreIgnored() throws IOException {
        assertThat(SERVER.post("/v1/systemone?x=1&model=ml&y=%2f;//..", NOUL).status())
                .isEqualTo(200);
    }

    @Test
    void aConnectionServesManyRequestsAlsoAfterRefusals() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.post("/v1/systemone", NOUL).status()).isEqualTo(200);
            assertThat(client.post("/v1/systemone", "nonsense").status()).isEqualTo(400);
            assertThat(client.post("/v1/systemone", "{\"state\":1,\"questions\":{\"q\":1}}")
                            .status())
                    .isEqualTo(422);
            assertThat(client.get("/nope").status()).isEqualTo(404);
            assertThat(client.post("/v1/systemone", NOUL).status()).isEqualTo(200);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        String bad = "POST /v1/systemone HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n[]";
        String health = "GET /health HTTP/1.1\nHost: localhost\n\n";
        try (RawClient client = SERVER.connect()) {
            client.send(bad + health + bad);
            assertThat(client.receive().status()).isEqualTo(400);
            assertThat(client.receive().status()).isEqualTo(200);
            assertThat(client.receive().status()).isEqualTo(400);
        }
    }

    @Test
    void aClientThatWantsTheConnectionClosedGetsItClosed() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.post("/v1/systemone", NOUL, "Connection: close").status())
                    .isEqualTo(200);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void requestIdsAreEchoedOrMade() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get("/health", "X-Request-Id: my id-1").header("X-Request-Id"))
                    .contains("my id-1");
            assertThat(client.get("/health", "X-Request-Id: a, \"b\"").header("X-Request-Id"))
                    .contains("a, \"b\"");
            assertThat(client.get("/health", "X-Request-Id: a", "X-Request-Id: b")
                            .header("X-Request-Id"))
                    .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{32}"));
            assertThat(client.get("/nope", "X-Request-Id: " + "a".repeat(128)).header("X-Request-Id"))
                    .contains("a".repeat(128));
            assertThat(client.get("/health", "X-Request-Id: " + "a".repeat(129)).header("X-Request-Id"))
                    .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{32}"));
            assertThat(client.get("/health", "X-Request-Id: é").header("X-Request-Id"))
                    .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{32}"));
        }
    }

    @Test
    void failuresOfOursTellTheClientNothing() throws IOException {
        try (TestServer server = TestServer.open()) {
            server.decisions.behave(_ -> {
                throw new IllegalStateException("/secret/path exploded");
            });
            RawResponse response = server.post("/v1/systemone", NOUL);
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.body()).isEqualTo("{\"detail\":\"inference failed\"}");
            assertThat(server.admission.inFlight()).isZero();
        }
    }
}
