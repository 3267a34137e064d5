// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.Contract;
import org.decisionservice.host.DecisionService;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.GuardedRoute;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks {@code POST /v1/decisions} on the wire: answers, errors, models, and its absence. */
class DecisionsRouteTest {
    private static final String PATH = "/v1/decisions";
    private static final String ASK = "{\"model\":\"gpt-6-luna\",\"input\":\"x\",\"questions\":"
            + "[{\"type\":\"predicate\",\"instructions\":\"x\"}%s]}";
    private static final String ONE = ASK.formatted("");
    private static final String USAGE = "\"usage\":{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":0,"
            + "\"cache_write_tokens\":0},\"output_tokens\":0,\"output_tokens_details\":{\"reasoning_tokens\":0},"
            + "\"total_tokens\":10";

    private static final TestServer SERVER = decisions(Contract.DOCUMENT).open();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static String error(String message, String type, String param, String code) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type + "\",\"param\":" + param + ",\"code\":"
                + code + "}}";
    }

    @ParameterizedTest
    @EnumSource(Contract.class)
    void everyContractAnswersAlike(Contract contract) throws IOException {
        try (TestServer server = decisions(contract).open();
                RawClient client = server.connect()) {
            RawResponse response = client.post(
                    PATH,
                    ASK.formatted(",{\"type\":\"choice\",\"name\":\"c\",\"instructions\":\"x\",\"choices\":"
                            + "[{\"value\":true},{\"value\":\"true\"}]},{\"type\":\"score\",\"name\":\"\","
                            + "\"instructions\":\"x\",\"levels\":[{\"label\":\"low\",\"description\":\"d\"},"
                            + "{\"label\":\"high\"}]}"),
                    "X-Request-Id: mine");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body())
                    .isEqualTo("{\"model\":\"english\",\"answers\":[{\"type\":\"predicate\",\"name\":null,"
                            + "\"probability\":0.75},{\"type\":\"choice\",\"name\":\"c\",\"choice\":true,"
                            + "\"probabilities\":[{\"value\":true,\"probability\":0.5},{\"value\":\"true\","
                            + "\"probability\":0.5}],\"confidence\":0.0},{\"type\":\"score\",\"name\":\"\","
                            + "\"score\":0.5,\"probabilities\":[{\"value\":0,\"label\":\"low\",\"probability\":0.5},"
                            + "{\"value\":1,\"label\":\"high\",\"probability\":0.5}],\"confidence\":0.0}]," + USAGE
                            + "}}");
            assertThat(response.header("X-Request-Id")).contains("mine");
            assertThat(response.header("Server-Timing")).contains("inference;dur=12.35");
            assertThat(ObservationTest.next(server).route()).isEqualTo(GuardedRoute.DECISIONS);
        }
    }

    private static FakeDecisions.Answers cut() {
        LinkedHashMap<String, Usage.CollapsedOptions> collapsed = new LinkedHashMap<>();
        collapsed.put("#1", new Usage.CollapsedOptions(4, 2, OptionalInt.of(1)));
        LinkedHashMap<String, Answer> answers = new LinkedHashMap<>();
        Certainty held =
                new Certainty(0.5, 0.75, 0.125, Optional.of(new Abstention(Abstention.Outcome.ABSTAINED, 0.9)));
        answers.put("#0", new Answer.Noul(Probabilities.of(0.25, 0.75), held));
        answers.put("#1", new Answer.Noul(Probabilities.of(0.25, 0.75), held));
        Usage usage = new Usage(10, 7, 3, List.of("#1"), collapsed);
        return new FakeDecisions.Answers(
                List.of(new DecisionResponse(answers, usage, Optional.empty())),
                2,
                new DecisionService.Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    @Test
    void truncationAndAbstentionAreReportedUnlessTheContractIsStrict() throws IOException {
        String two = ASK.formatted(",{\"type\":\"predicate\",\"instructions\":\"y\"}");
        String gate = ",\"x_low_confidence\":true,\"x_abstention\":\"abstained\",\"x_abstention_threshold\":0.9";
        String answer = "{\"type\":\"predicate\",\"name\":null,\"probability\":0.75%s}";
        String said = ",\"x_truncated\":true,\"x_state_tokens\":7,\"x_state_tokens_dropped\":3,"
                + "\"x_truncated_questions\":[1],\"x_options\":{\"1\":{\"total\":4,\"distinct\":2,"
                + "\"tokens_per_option\":1}}";
        try (TestServer extended = decisions(Contract.FULL).open();
                TestServer strict = decisions(Contract.STRICT).open()) {
            extended.decisions.behave(_ -> cut());
            strict.decisions.behave(_ -> cut());
            assertThat(extended.post(PATH, two).body())
                    .isEqualTo("{\"model\":\"local\",\"answers\":[" + answer.formatted(gate) + ","
                            + answer.formatted(gate) + "]," + USAGE + said + "}}");
            assertThat(strict.post(PATH, two).body())
                    .isEqualTo("{\"model\":\"local\",\"answers\":[" + answer.formatted("") + "," + answer.formatted("")
                            + "]," + USAGE + "}}");
        }
    }

    @Test
    void anInvalidRequestIsA400() throws IOException {
        RawResponse member = SERVER.post(PATH, "{\"input\":\"x\",\"questions\":[]}");
        assertThat(member.status()).isEqualTo(400);
        assertThat(member.body())
                .isEqualTo(error(
                        "'questions': must not be empty", "invalid_request_error", "\"questions\"", "\"empty_array\""));
        RawResponse json = SERVER.post(PATH, "nonsense");
        assertThat(json.status()).isEqualTo(400);
        assertThat(json.body()).endsWith("\"param\":null,\"code\":\"invalid_json\"}}");
        RawResponse control = SERVER.post(PATH, ONE.replace("\"x\",\"q", "\"x\",\"max_len\":0,\"q"));
        assertThat(control.status()).isEqualTo(400);
        assertThat(control.body()).endsWith("\"param\":\"max_len\",\"code\":\"invalid_value\"}}");
        RawResponse state = SERVER.post(PATH, ONE.replace(":\"x\",\"q", ":\"" + "x".repeat(50_001) + "\",\"q"));
        assertThat(state.status()).isEqualTo(400);
        assertThat(state.body()).endsWith("\"param\":\"input\",\"code\":\"context_length_exceeded\"}}");
    }

    @Test
    void aRefusalOfThePackerNamesThePlaceInTheBody() throws IOException {
        try (TestServer server = decisions(Contract.DOCUMENT).open()) {
            server.decisions.behave(_ -> {
                throw new RefusedException(
                        Refusal.Kind.NO_ROOM, List.of("questions", "#0"), "question '#0': only 5 of its options fit");
            });
            RawResponse response = server.post(PATH, ONE);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body())
                    .isEqualTo(error(
                            "'questions[0]': only 5 of its options fit (context_length_exceeded)",
                            "invalid_request_error",
                            "\"questions[0]\"",
                            "\"context_length_exceeded\""));
            server.decisions.behave(_ -> {
                throw new IllegalStateException("/secret/path exploded");
            });
            RawResponse failed = server.post(PATH, ONE);
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.body())
                    .isEqualTo(error("inference failed", "server_error", "null", "\"internal_error\""));
        }
    }

    @Test
    void pathsAndMethodsAndTransport() throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse method = client.get(PATH);
            assertThat(method.status()).isEqualTo(405);
            assertThat(method.header("Allow")).contains("POST");
            assertThat(method.body())
                    .isEqualTo(error(
                            "method not allowed; use POST", "invalid_request_error", "null", "\"method_not_allowed\""));
            RawResponse below = client.get(PATH + "/d_1");
            assertThat(below.status()).isEqualTo(404);
            assertThat(below.body())
                    .startsWith("{\"error\":{\"message\":\"not found; the routes are GET /health, GET /v1/models,"
                            + " POST /v1/decisions, ")
                    .endsWith("\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"not_found\"}}");
            assertThat(client.get("/v1/decision").body()).startsWith("{\"detail\":\"not found");
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse coded = client.post(PATH, "{}", "Content-Encoding: br");
            assertThat(coded.status()).isEqualTo(415);
            assertThat(coded.body()).endsWith("\"code\":\"unsupported_encoding\"}}");
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse large = client.head("POST", PATH, 2 * 1024 * 1024 + 1).receive();
            assertThat(large.status()).isEqualTo(413);
            assertThat(large.body()).endsWith("\"code\":\"request_too_large\"}}");
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse slow = client.head("POST", PATH, 10).receive();
            assertThat(slow.status()).isEqualTo(408);
            assertThat(slow.body()).endsWith("\"code\":\"request_timeout\"}}");
        }
    }

    @Test
    void aForeignPageIsRefusedInTheSameEnvelopeAndCounted() throws IOException {
        try (TestServer server = decisions(Contract.DOCUMENT).open();
                RawClient client = server.connect()) {
            RawResponse foreign = client.post(PATH, ONE, "Origin: https://elsewhere.example");
            assertThat(foreign.status()).isEqualTo(403);
            assertThat(foreign.body()).endsWith("\"code\":\"origin_not_allowed\"}}");
            assertThat(ObservationTest.next(server))
                    .returns(GuardedRoute.DECISIONS, finished -> finished.route())
                    .returns(Ending.FORBIDDEN, finished -> finished.ending());
        }
    }

    @Test
    void overloadIsWhatClientsRetry() throws Exception {
        for (int status : new int[] {503, 429, 529}) {
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            try (TestServer server = decisions(Contract.DOCUMENT).openAi(status).open();
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
                        .isEqualTo(
                                status == 429
                                        ? error(
                                                "server busy, try again later: the limit on requests at once is 1"
                                                        + " (SERVICE_MAX_CONCURRENT)",
                                                "rate_limit_error",
                                                "null",
                                                "\"rate_limit_exceeded\"")
                                        : error(
                                                "server busy, try again later: the limit on requests at once is 1"
                                                        + " (SERVICE_MAX_CONCURRENT)",
                                                "server_error",
                                                "null",
                                                "\"server_overloaded\""));
                release.countDown();
                assertThat(first.receive().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void theKeyGuardsEverything() throws IOException {
        try (TestServer server = decisions(Contract.DOCUMENT).key("key").open();
                RawClient client = server.connect()) {
            RawResponse one = client.get("/v1/models/english");
            assertThat(one.status()).isEqualTo(401);
            assertThat(one.header("WWW-Authenticate"))
                    .contains("Bearer error_description=\"send the header Authorization: Bearer <key>\"");
            assertThat(one.body())
                    .isEqualTo(error(
                            "invalid or missing bearer token", "invalid_request_error", "null", "\"invalid_api_key\""));
            // System One clients list models too, and read their own form of errors.
            assertThat(client.get("/v1/models").body()).isEqualTo("{\"detail\":\"invalid or missing bearer token\"}");
            assertThat(client.get("/v1/models", "Authorization: Bearer key").status())
                    .isEqualTo(200);
            assertThat(client.post(PATH, ONE, "Authorization: Bearer key").status())
                    .isEqualTo(200);
            assertThat(client.post(PATH, ONE, "Authorization: Bearer wrong").body())
                    .endsWith("\"code\":\"invalid_api_key\"}}");
        }
    }

    @Test
    void oneListOfModelsForBothFamiliesOfClients() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get("/v1/models").body())
                    .startsWith("{\"object\":\"list\",\"data\":[{\"id\":\"auto\",\"object\":\"model\",\"created\":")
                    .contains("\"owned_by\":\"decision-service\"},{\"id\":\"english\"")
                    .contains("],\"models\":[{\"name\":\"jev-latest\",")
                    .containsPattern("\"created\":\\d{10},");
            assertThat(client.get("/v1/models/multilingual").body())
                    .startsWith("{\"id\":\"multilingual\",\"object\":\"model\",\"created\":");
            RawResponse unknown = client.get("/v1/models/gpt-6-luna");
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(unknown.body())
                    .isEqualTo(error(
                            "the model 'gpt-6-luna' is not served here; GET /v1/models lists those that are",
                            "invalid_request_error",
                            "\"model\"",
                            "\"model_not_found\""));
        }
    }

    @Test
    void withoutTheSettingThereIsNothingOfIt() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            for (String path : List.of(PATH, "/v1/models", "/v1/models/english")) {
                RawResponse absent = client.get(path);
                assertThat(absent.status()).isEqualTo(404);
                assertThat(absent.body())
                        .isEqualTo("{\"detail\":\"not found; the routes are GET /health, POST /v1/systemone and POST"
                                + " /v1/systemone/batch\"}");
            }
            RawResponse foreign = client.post(PATH, ONE, "Origin: https://elsewhere.example");
            assertThat(foreign.status()).isEqualTo(403);
            assertThat(foreign.body()).startsWith("{\"detail\":");
            assertThat(server.finished).isEmpty();
        }
    }

    /** Options of a service that OpenAI's clients may ask, too. */
    private static Options decisions(Contract contract) {
        return new Options()
                .contract(contract)
                .openAi(503)
                .atOnce(1, Admission.Queue.NONE)
                .bodyTimeout(Duration.ofSeconds(2));
    }
}
