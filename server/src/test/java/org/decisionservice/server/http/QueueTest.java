// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;

/** Requests over the limit, over real sockets: one is admitted at a time. */
class QueueTest {
    private static final String PATH = "/v1/systemone";
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CompletableFuture<Void> go = new CompletableFuture<>();

    private TestServer open(Admission.Queue queue) {
        TestServer server = TestServer.queueing(queue);
        server.decisions.behave(request -> {
            go.join();
            return FakeDecisions.answerAll(request);
        });
        return server;
    }

    private static byte[] body(int words) {
        return ("{\"state\": \"" + "x ".repeat(words)
                        + "\", \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"Well?\"}}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void begin(RawClient client, byte[] body) throws IOException {
        client.head("POST", PATH, body.length).send(body);
    }

    @Test
    void aRequestOverTheLimitWaitsUnreadAndOneTooManyIsRefused() throws IOException {
        byte[] large = body(20_000);
        try (TestServer server = open(new Admission.Queue(2, LONG));
                RawClient first = server.connect();
                RawClient second = server.connect();
                RawClient third = server.connect()) {
            begin(first, body(1));
            Await.until("the first is admitted", () -> server.admission.inFlight() == 1);
            begin(second, large);
            Await.until("the second waits", () -> server.admission.waiting() == 1);
            third.head("POST", PATH, large.length, "Expect: 100-continue");
            Await.until("the third waits", () -> server.admission.waiting() == 2);
            assertThat(third.hasReceived()).as("its body is not asked for").isFalse();
            RawResponse refused = server.post(PATH, "{}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.body()).contains("server busy, try again later");

            go.complete(null);
            assertThat(first.receive().status()).isEqualTo(200);
            assertThat(second.receive().status()).isEqualTo(200);
            assertThat(third.receive().status()).isEqualTo(100);
            assertThat(third.send(large).receive().status()).isEqualTo(200);
            assertThat(server.decisions.asked()).hasSize(3);
        }
    }

    @Test
    void aRequestThatWaitedForItsTimeIsRefused() throws IOException {
        try (TestServer server = open(new Admission.Queue(1, Duration.ofMillis(30)));
                RawClient first = server.connect()) {
            begin(first, body(1));
            Await.until("the first is admitted", () -> server.admission.inFlight() == 1);
            assertThat(server.post(PATH, new String(body(1), StandardCharsets.UTF_8))
                            .status())
                    .isEqualTo(503);
            go.complete(null);
            assertThat(first.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatLeavesGivesItsPlaceToAnother() throws IOException {
        try (TestServer server = open(new Admission.Queue(1, LONG));
                RawClient first = server.connect();
                RawClient third = server.connect()) {
            begin(first, body(1));
            Await.until("the first is admitted", () -> server.admission.inFlight() == 1);
            try (RawClient second = server.connect()) {
                begin(second, body(1));
                Await.until("the second waits", () -> server.admission.waiting() == 1);
            }
            Await.until("nobody waits", () -> server.admission.waiting() == 0);
            begin(third, body(1));
            Await.until("the third waits", () -> server.admission.waiting() == 1);
            go.complete(null);
            assertThat(third.receive().status()).isEqualTo(200);
            assertThat(server.decisions.asked()).hasSize(2);
        }
    }
}
