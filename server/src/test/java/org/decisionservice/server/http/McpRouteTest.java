// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.server.http.McpPosts.ARGUMENTS;
import static org.decisionservice.server.http.McpPosts.JSON;
import static org.decisionservice.server.http.McpPosts.PATH;
import static org.decisionservice.server.http.McpPosts.call;
import static org.decisionservice.server.http.McpPosts.held;
import static org.decisionservice.server.http.McpPosts.json;
import static org.decisionservice.server.http.McpPosts.message;
import static org.decisionservice.server.http.McpPosts.post;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Model Context Protocol over HTTP, on a socket. */
@Timeout(120)
class McpRouteTest {
    @Test
    void aToolAnswersWhatTheRouteAnswersAndIsObserved() throws IOException {
        try (TestServer server = new Options().mcp().open()) {
            JsonNode result = json(post(server, call(1, "decide", ARGUMENTS))).path("result");
            assertThat(result.path("isError").booleanValue()).isFalse();
            // Before another request, which may be recorded first.
            FinishedRequest finished = ObservationTest.next(server);
            assertThat(JSON.readTree(result.at("/content/0/text").asText()))
                    .isEqualTo(result.path("structuredContent"))
                    .isEqualTo(JSON.readTree(
                            server.post("/v1/systemone", ARGUMENTS).body()));
            assertThat(finished.route()).isEqualTo(GuardedRoute.MCP);
            assertThat(finished.checkpoint()).isEqualTo("english");
            assertThat(finished.ending()).isEqualTo(Ending.ANSWERED);
        }
    }

    @Test
    void aRequestIsPlannedAsTheRouteOfPlansDoes() throws IOException {
        try (TestServer server = new Options().plans().mcp().open()) {
            JsonNode result = json(post(server, call(1, "plan", ARGUMENTS))).path("result");
            assertThat(result.path("isError").booleanValue()).isFalse();
            assertThat(result.path("structuredContent"))
                    .isEqualTo(JSON.readTree(
                            server.post("/v1/systemone/plan", ARGUMENTS).body()));
            JsonNode refused = json(post(server, call(2, "plan", "{\"state\": \"x\"}")));
            assertThat(refused.at("/result/isError").booleanValue()).isTrue();
        }
    }

    @Test
    void whatTheServiceRefusesIsAnErrorOfTheToolAndOfTheRequestInTheLog() throws IOException {
        try (TestServer server = new Options().mcp().open()) {
            JsonNode result =
                    json(post(server, call(1, "decide", "{\"state\": \"x\"}"))).path("result");
            assertThat(result.path("isError").booleanValue()).isTrue();
            assertThat(result.at("/content/0/text").asText()).contains("'questions'");
            assertThat(ObservationTest.next(server).ending()).isEqualTo(Ending.MALFORMED);
            JsonNode strange = json(post(server, call(1, "decide", "[1]")));
            assertThat(strange.at("/result/content/0/text").asText()).startsWith("'arguments' must be");
            assertThat(json(post(server, call(1, "nothing", "{}")))
                            .at("/error/message")
                            .asText())
                    .contains("use one of [decide");
        }
    }

    @Test
    void aFaultIsLoggedAsOneAndSaysNothingOfItself() throws IOException {
        try (TestServer server = new Options().mcp().open()) {
            server.decisions.behave(_ -> {
                throw new IllegalStateException("/secret/path");
            });
            RawResponse failed = post(server, call(1, "decide", ARGUMENTS));
            assertThat(failed.status()).isEqualTo(500);
            assertThat(json(failed).at("/error/message").asText()).isEqualTo("inference failed");
            assertThat(ObservationTest.next(server).ending()).isEqualTo(Ending.FAILED);
        }
    }

    @Test
    void otherMethodsAreNotThereAndNothingIsUnlessItIsSwitchedOn() throws IOException {
        try (TestServer server = new Options().mcp().open();
                RawClient client = server.connect();
                TestServer off = new Options().open()) {
            for (String method : new String[] {"GET", "DELETE"}) {
                RawResponse refused = client.request(method, PATH);
                assertThat(refused.status()).as(method).isEqualTo(405);
                assertThat(refused.header("Allow")).contains("POST");
            }
            assertThat(server.post("/nothing", "{}").body()).contains("POST /mcp");
            assertThat(off.post(PATH, message(1, "ping", "{}")).status()).isEqualTo(404);
            assertThat(off.post("/nothing", "{}").body()).doesNotContain("mcp");
        }
    }

    @Test
    void keysOriginsAndBoundsAreThoseOfDecisions() throws IOException {
        try (TestServer keyed = new Options().mcp().key("secret").open()) {
            RawResponse refused = post(keyed, message(1, "ping", "{}"), "Authorization: Bearer wrong");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate")).isPresent();
            assertThat(json(refused).at("/error/message").asText()).isEqualTo("invalid or missing bearer token");
            assertThat(post(keyed, message(1, "ping", "{}")).status()).isEqualTo(401);
            JsonNode status = json(post(keyed, call(1, "status", "{}"), "Authorization: Bearer secret"));
            assertThat(status.at("/result/structuredContent").toString()).isEqualTo("{\"status\":\"ok\"}");
        }
        Callers named = new Callers(Set.of("https://app.example.com"), Set.of());
        try (TestServer server = new Options().mcp().callers(named).open();
                RawClient large = server.connect()) {
            assertThat(post(server, message(1, "ping", "{}"), "Origin: https://evil.example")
                            .status())
                    .isEqualTo(403);
            assertThat(post(server, message(1, "ping", "{}"), "Origin: https://app.example.com")
                            .status())
                    .isEqualTo(200);
            RawResponse refused = large.head("POST", PATH, 3L << 20).receive();
            assertThat(refused.status()).isEqualTo(413);
            assertThat(json(refused).at("/error/message").asText()).contains("2097152");
        }
    }

    /** Two trees of such posts at once would be more than the memory that they reserve. */
    @Test
    void postsThatAreNotSmallAreAnsweredOneAfterTheOther() throws Exception {
        String[] states = new String[60];
        Arrays.fill(states, "\"" + "x".repeat(30_000) + "\"");
        String asked = ARGUMENTS.replace("\"state\": \"x\"", "\"states\": [" + String.join(",", states) + "]");
        assertThat(oneAfterTheOther(call(1, "decide_batch", asked)).at("/result/structuredContent/results"))
                .hasSize(60);
    }

    /** The answers to a batch add up, however small it is. */
    @Test
    void batchesAreAnsweredOneAfterTheOther() throws Exception {
        assertThat(oneAfterTheOther(" [" + call(1, "decide", ARGUMENTS) + "]").at("/0/result/structuredContent"))
                .isNotEmpty();
    }

    /** Posts a body while another of it is answered, and returns the second answer. */
    private static JsonNode oneAfterTheOther(String body) throws Exception {
        try (TestServer server = new Options().mcp().open();
                RawClient second = server.connect()) {
            CountDownLatch entered = held(server);
            try (RawClient first = server.connect()) {
                first.head("POST", PATH, body.length()).send(body);
                assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
                second.head("POST", PATH, body.length()).send(body);
                Await.until("both are admitted", () -> server.admission.inFlight() == 2);
                assertThat(json(post(server, message(2, "ping", "{}"))).path("result"))
                        .as("a small one waits for none of them")
                        .isEmpty();
                TimeUnit.MILLISECONDS.sleep(300);
                assertThat(server.decisions.asked()).hasSize(1);
                server.decisions.behave(FakeDecisions::answerAll);
            }
            return json(second.receive());
        }
    }

    @Test
    void aPostOfTooManyValuesIsRefusedBeforeItIsRead() throws IOException {
        try (TestServer server = new Options().mcp().open()) {
            RawResponse refused = post(server, "[" + "1,".repeat(200_000) + "1]");
            assertThat(refused.status()).isEqualTo(413);
            assertThat(json(refused).at("/error/message").asText())
                    .contains("200000 values", "POST /v1/systemone/batch");
        }
    }
}
