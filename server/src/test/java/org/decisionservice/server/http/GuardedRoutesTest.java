// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every route that needs the key, whatever it answers. */
class GuardedRoutesTest {
    @TempDir
    private Path dir;

    private Path keys;

    @BeforeEach
    void write() throws Exception {
        keys = NamedKeysTest.write(dir.resolve("keys.json"));
    }

    /** A service that has all of these routes, and in which no body that holds a slot is ever too slow. */
    private TestServer open() {
        QuestionSources sources = new QuestionSources(
                Optional.of(QuestionSetFolder.open(
                        Path.of("..", "conf", "question-sets"),
                        RequestRules.CONTRACT.withChoiceOptions(100),
                        Optional.of("guard"))),
                false);
        return new Options()
                .contract(Contract.FULL)
                .sources(sources)
                .decisions(DecisionRoute.DECISIONS, DecisionRoute.GEMINI)
                .plans()
                .mcp()
                .learning()
                .keys(keys)
                .atOnce(4, Admission.Queue.NONE)
                .leastRate(LeastRate.NONE)
                .open();
    }

    /** Sends a request on a connection of its own, with an empty object where there is a body. */
    private static RawResponse send(TestServer server, GuardedRoute route, String key) throws IOException {
        String path = route.path().replace("{id}", "auto");
        String header = "Authorization: Bearer " + key;
        try (RawClient client = server.connect()) {
            return route.method().equals("GET") ? client.get(path, header) : client.post(path, "{}", header);
        }
    }

    private static FinishedRequest observed(TestServer server, GuardedRoute route) {
        FinishedRequest finished = ObservationTest.next(server);
        assertThat(finished.route()).isEqualTo(route);
        assertThat(finished.toString()).contains(" route=" + route.label() + " status=" + finished.status() + " ");
        return finished;
    }

    @ParameterizedTest
    @EnumSource
    void aRequestIsLoggedWithItsKeyAndARequestWithoutOneIsRefusedAndLogged(GuardedRoute route) throws IOException {
        try (TestServer server = open()) {
            RawResponse admitted = send(server, route, "three");
            assertThat(admitted.status()).isEqualTo(route.method().equals("GET") ? 200 : admitted.status());
            assertThat(admitted.status()).isNotIn(401, 404, 405, 429, 500);
            assertThat(observed(server, route))
                    .returns(admitted.status(), FinishedRequest::status)
                    .returns(Optional.of("lab"), FinishedRequest::key);
            assertThat(send(server, route, "nobody's").status()).isEqualTo(401);
            assertThat(observed(server, route))
                    .returns(Ending.UNAUTHORIZED, FinishedRequest::ending)
                    .returns(Optional.empty(), FinishedRequest::key);
            Await.until("the slot is free", () -> server.admission.inFlight() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestCountsAgainstTheRateOfItsKey(GuardedRoute route) throws IOException {
        try (TestServer server = open()) {
            assertThat(send(server, route, "one").status()).isNotEqualTo(429);
            observed(server, route);
            RawResponse refused = send(server, route, "one");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(observed(server, route))
                    .returns(Ending.RATE_LIMITED, FinishedRequest::ending)
                    .returns(Optional.of("desk"), FinishedRequest::key);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestNeedsASlotOfTheShareOfItsKeyAndOfTheService(GuardedRoute route) throws IOException {
        try (TestServer server = open();
                RawClient first = server.connect();
                RawClient second = server.connect();
                RawClient third = server.connect();
                RawClient fourth = server.connect()) {
            hold(first, "two");
            hold(second, "two");
            Await.until("the share is taken", () -> server.admission.inFlight() == 2);
            assertThat(send(server, route, "two").status()).isEqualTo(429);
            assertThat(observed(server, route).ending()).isEqualTo(Ending.RATE_LIMITED);
            hold(third, "three");
            hold(fourth, "three");
            Await.until("all slots are taken", () -> server.admission.inFlight() == 4);
            RawResponse busy = send(server, route, "three");
            assertThat(busy.status()).isEqualTo(503);
            assertThat(busy.header("Retry-After")).isPresent();
            assertThat(observed(server, route).ending()).isEqualTo(Ending.BUSY);
        }
    }

    /** Takes a slot for a body that does not come. */
    private static void hold(RawClient client, String key) throws IOException {
        client.head("POST", "/v1/systemone", 100, "Authorization: Bearer " + key)
                .send("{".getBytes(StandardCharsets.US_ASCII));
    }
}
