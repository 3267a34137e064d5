// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.GuardedRoute;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks {@code POST /v1beta/decisions} on the wire: answers, errors, the key, and whose {@code /v1/decisions} is. */
class GeminiRouteTest {
    private static final String PATH = "/v1beta/decisions";
    private static final String SHARED = "/v1/decisions";
    private static final String GOOGLE = "x-goog-api-key: key";
    private static final String ONE = "{\"model\":\"models/gemini-decision-1\",\"input\":\"x\",\"questions\":"
            + "{\"q\":{\"type\":\"noul\",\"instructions\":\"x\"}}}";
    private static final String OPENAI =
            "{\"input\":\"x\",\"questions\":[{\"type\":\"predicate\",\"instructions\":\"x\"}]}";

    private static final TestServer SERVER = gemini().open();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Options gemini() {
        return new Options()
                .decisions(DecisionRoute.GEMINI)
                .atOnce(1, Admission.Queue.NONE)
                .bodyTimeout(Duration.ofSeconds(2));
    }

    private static Options both() {
        return gemini().decisions(DecisionRoute.GEMINI, DecisionRoute.DECISIONS);
    }

    private static String error(int code, String message, String status) {
        return "{\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\",\"status\":\"" + status
                + "\",\"details\":[]}}";
    }

    @ParameterizedTest
    @EnumSource(Contract.class)
    void everyContractAnswersAlike(Contract contract) throws IOException {
        String ask = "{\"input\":\"x\",\"questions\":{\"n\":{\"type\":\"noul\",\"instructions\":\"x\"},"
                + "\"c\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":{\"b\":\"\",\"a\":\"\"}},"
                + "\"s\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"low\",\"high\"]}}}";
        String ours = "x_state_tokens\":4,\"x_state_tokens_dropped\":0,\"x_truncated\":false,"
                + "\"x_truncated_questions\":[]},\"x_routing\":{\"model\":\"english\",\"repo\":\"repo\","
                + "\"reason\":\"explicit model='en'\",\"detection\":null,\"workflow\":null}}";
        try (TestServer server = gemini().contract(contract).open();
                RawClient client = server.connect()) {
            RawResponse response = client.post(PATH, ask, "X-Request-Id: mine");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body())
                    .isEqualTo("{\"answers\":{\"n\":{\"type\":\"noul\",\"noul\":0.75,\"confidence\":0.75},"
                            + "\"c\":{\"type\":\"choice\",\"choice\":\"b\",\"probabilities\":{\"b\":0.5,\"a\":0.5},"
                            + "\"confidence\":0.75},\"s\":{\"type\":\"score\",\"score\":0.5,\"probabilities\":"
                            + "{\"0\":0.5,\"1\":0.5},\"legend\":{\"0\":\"low\",\"1\":\"high\"},\"confidence\":0.75}},"
                            + "\"usage\":{\"total_input_tokens\":10,\"input_tokens_by_modality\":"
                            + "[{\"modality\":\"text\",\"tokens\":10}],\"total_output_tokens\":0,\"total_tokens\":10"
                            + (contract == Contract.STRICT ? "}}" : ",\"" + ours));
            assertThat(response.header("X-Request-Id")).contains("mine");
            assertThat(response.header("Server-Timing")).contains("inference;dur=12.35");
            assertThat(ObservationTest.next(server).route()).isEqualTo(GuardedRoute.GEMINI);
        }
    }

    /** The clients ask for v1 unless they are told otherwise. */
    @ParameterizedTest
    @ValueSource(strings = {PATH, "/v1beta1/decisions", "/v1alpha/decisions", SHARED})
    void everyVersionThatTheClientsCanAskFor(String path) throws IOException {
        assertThat(SERVER.post(path, ONE).body()).startsWith("{\"answers\":{\"q\":{\"type\":\"noul\"");
        assertThat(SERVER.post(path, "{}").body()).startsWith("{\"error\":{\"code\":400,");
    }

    @Test
    void theSharedPathIsGooglesForRequestsWithItsHeader() throws IOException {
        try (TestServer server = both().open();
                RawClient client = server.connect()) {
            assertThat(client.post(SHARED, ONE, GOOGLE).body()).startsWith("{\"answers\":{\"q\":");
            assertThat(ObservationTest.next(server).route()).isEqualTo(GuardedRoute.GEMINI);
            assertThat(client.post(SHARED, OPENAI).body()).startsWith("{\"model\":\"english\",\"answers\":[");
            assertThat(ObservationTest.next(server).route()).isEqualTo(GuardedRoute.DECISIONS);
            assertThat(client.post(SHARED, ONE).body())
                    .contains("an object of questions belongs to POST /v1/systemone")
                    .contains("\"type\":\"invalid_request_error\"");
            assertThat(client.post(SHARED, OPENAI, GOOGLE).body())
                    .contains("an array belongs to POST /v1/decisions")
                    .contains("\"status\":\"INVALID_ARGUMENT\"");
            assertThat(client.get(SHARED, GOOGLE).body())
                    .isEqualTo(error(405, "method not allowed; use POST", "UNIMPLEMENTED"));
            assertThat(client.get(SHARED).body()).contains("\"code\":\"method_not_allowed\"");
        }
    }

    /** A header that means nothing to a service without this API changes nothing. */
    @Test
    void withoutTheSettingTheHeaderMeansNothing() throws IOException {
        try (TestServer server = new Options().openAi(503).open();
                RawClient client = server.connect()) {
            assertThat(client.post(SHARED, OPENAI, GOOGLE).status()).isEqualTo(200);
            assertThat(client.post(SHARED, ONE, GOOGLE).body()).contains("invalid_request_error");
            assertThat(client.post(PATH, ONE, GOOGLE).body()).startsWith("{\"detail\":\"not found");
        }
        try (TestServer server = TestServer.withKey("key");
                RawClient client = server.connect()) {
            RawResponse refused = client.post("/v1/systemone", ONE, GOOGLE);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate"))
                    .contains("Bearer error_description=\"send the header Authorization: Bearer <key>\"");
        }
    }

    @Test
    void theKeyIsTakenInGooglesHeaderOnThisRouteOnly() throws IOException {
        try (TestServer server = both().key("key").open()) {
            assertThat(server.connect().post(PATH, ONE, GOOGLE).status()).isEqualTo(200);
            assertThat(server.connect().post(SHARED, ONE, GOOGLE).status()).isEqualTo(200);
            assertThat(server.connect()
                            .post(PATH, ONE, "Authorization: Bearer key")
                            .status())
                    .isEqualTo(200);
            assertThat(server.connect().post("/v1/systemone", ONE, GOOGLE).status())
                    .isEqualTo(401);
            assertThat(server.connect().get("/v1/models", GOOGLE).status()).isEqualTo(401);
            for (String wrong : List.of("x-goog-api-key: other", "x-goog-api-key: ", "Authorization: Bearer other")) {
                RawResponse refused = server.connect().post(PATH, ONE, wrong);
                assertThat(refused.status()).as(wrong).isEqualTo(401);
                assertThat(refused.header("WWW-Authenticate"))
                        .contains("Bearer error_description=\"send the header x-goog-api-key: <key>\"");
                assertThat(refused.body())
                        .isEqualTo(error(
                                401,
                                "invalid or missing API key; send it in the header x-goog-api-key",
                                "UNAUTHENTICATED"));
            }
            for (String second : List.of("Authorization: Bearer key", GOOGLE)) {
                RawResponse refused = server.connect().post(PATH, ONE, GOOGLE, second);
                assertThat(refused.status()).as(second).isEqualTo(400);
                assertThat(refused.body())
                        .isEqualTo(error(
                                400,
                                "the key must be sent once, in x-goog-api-key or in Authorization",
                                "INVALID_ARGUMENT"));
            }
        }
    }

    @Test
    void whatIsWrongWithARequestIsA400() throws IOException {
        RawResponse image = SERVER.post(
                PATH, ONE.replace("\"input\":\"x\"", "\"input\":[{\"type\":\"image\",\"uri\":\"gs://x\"}]"));
        assertThat(image.status()).isEqualTo(400);
        assertThat(image.body())
                .contains("this service reads text", "\"field\":\"input[0]\"")
                .doesNotContain("gs://");
        RawResponse many = SERVER.post(
                PATH, "{\"input\":\"" + "x".repeat(50_001) + "\",\"questions\":{\"q\":{\"type\":\"noul\"}}}");
        assertThat(many.status()).isEqualTo(400);
        assertThat(many.body()).contains("(50001 > 50000 characters", "INVALID_ARGUMENT", "\"field\":\"input\"");
        try (RawClient client = SERVER.connect()) {
            RawResponse large = client.head("POST", PATH, 2 * 1024 * 1024 + 1).receive();
            assertThat(large.status()).isEqualTo(400);
            assertThat(large.header("Connection")).contains("close");
            assertThat(large.body()).startsWith("{\"error\":{\"code\":400,\"message\":\"request body too large");
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse coded = client.post(PATH, "{}", "Content-Encoding: br");
            assertThat(coded.status()).isEqualTo(415);
            assertThat(coded.body()).contains("\"code\":415", "INVALID_ARGUMENT");
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse slow = client.head("POST", PATH, 10).receive();
            assertThat(slow.status()).isEqualTo(408);
            assertThat(slow.body()).contains("\"code\":408", "DEADLINE_EXCEEDED");
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse below = client.get("/v1beta/models");
            assertThat(below.status()).isEqualTo(404);
            assertThat(below.body())
                    .isEqualTo(error(
                            404,
                            "not found; the routes are GET /health, POST /v1beta/decisions, POST /v1/systemone and POST"
                                    + " /v1/systemone/batch",
                            "NOT_FOUND"));
            assertThat(client.get("/v2/decisions").body()).startsWith("{\"detail\":\"not found");
        }
    }

    @Test
    void whatFailsBehindTheRoute() throws IOException {
        try (TestServer server = gemini().open()) {
            server.decisions.behave(_ -> {
                throw new RefusedException(
                        Refusal.Kind.NO_ROOM, List.of("questions", "q"), "question 'q': only 5 of its options fit");
            });
            assertThat(server.post(PATH, ONE).body())
                    .isEqualTo("{\"error\":{\"code\":400,\"message\":\"question 'q': only 5 of its options fit\","
                            + "\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"@type\":"
                            + "\"type.googleapis.com/google.rpc.BadRequest\",\"fieldViolations\":[{\"field\":"
                            + "\"questions['q']\",\"description\":\"question 'q': only 5 of its options fit\"}]}]}}");
            server.decisions.behave(_ -> {
                throw new IllegalStateException("/secret/path exploded");
            });
            RawResponse failed = server.post(PATH, ONE);
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.body()).isEqualTo(error(500, "inference failed", "INTERNAL"));
        }
    }

    @Test
    void aForeignPageIsRefusedInTheSameFormAndCounted() throws IOException {
        try (TestServer server = both().open()) {
            for (String path : List.of(PATH, SHARED)) {
                RawResponse foreign = server.connect().post(path, ONE, GOOGLE, "Origin: https://elsewhere.example");
                assertThat(foreign.status()).isEqualTo(403);
                assertThat(foreign.body()).contains("\"code\":403", "PERMISSION_DENIED");
                assertThat(ObservationTest.next(server))
                        .returns(GuardedRoute.GEMINI, finished -> finished.route())
                        .returns(Ending.FORBIDDEN, finished -> finished.ending());
            }
        }
    }

    @Test
    void anAllowedPageMaySendWhatGooglesClientSends() throws IOException {
        String page = "Origin: https://app.example";
        String asks = "Access-Control-Request-Method: POST";
        Callers callers = new Callers(Set.of("https://app.example"), Set.of());
        try (TestServer server = gemini().callers(callers).open();
                TestServer without = new Options().callers(callers).open()) {
            for (String path : List.of(PATH, SHARED, "/v1/systemone")) {
                RawResponse preflight = server.connect().request("OPTIONS", path, page, asks);
                assertThat(preflight.status()).as(path).isEqualTo(204);
                assertThat(preflight.header("Access-Control-Allow-Headers").orElseThrow())
                        .contains("x-goog-api-key");
            }
            assertThat(without.connect()
                            .request("OPTIONS", "/v1/systemone", page, asks)
                            .header("Access-Control-Allow-Headers"))
                    .contains("Content-Type, Content-Encoding, X-Request-Id, traceparent, Authorization");
            assertThat(without.connect().request("OPTIONS", PATH, page, asks).status())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({"503,UNAVAILABLE", "429,RESOURCE_EXHAUSTED", "529,UNAVAILABLE"})
    void overloadIsWhatClientsRetry(int status, String word) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (TestServer server = gemini().overloadStatus(status)
                        .decisions(DecisionRoute.GEMINI)
                        .open();
                RawClient first = server.connect()) {
            server.decisions.behave(request -> {
                entered.countDown();
                try {
                    assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return FakeDecisions.answerAll(request);
            });
            first.head("POST", PATH, ONE.length()).send(ONE);
            assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
            RawResponse busy = server.post(PATH, ONE);
            assertThat(busy.status()).isEqualTo(status);
            assertThat(busy.header("Retry-After")).contains("1");
            assertThat(busy.body())
                    .isEqualTo("{\"error\":{\"code\":" + status + ",\"message\":\"server busy, try again later: the"
                            + " limit on requests at once is 1 (SERVICE_MAX_CONCURRENT)\",\"status\":\"" + word
                            + "\",\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
                            + "\"retryDelay\":\"1s\"}]}}");
            release.countDown();
            assertThat(first.receive().status()).isEqualTo(200);
        }
    }
}
