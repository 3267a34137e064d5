// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that refused uploads are answered at once, never drained, and that their connection is closed. */
@Timeout(60)
class RefusedUploadsTest {
    private static final int MIB = 1024 * 1024;
    private static final String PATH = "/v1/systemone";

    private static byte[] filler(int bytes) {
        byte[] body = new byte[bytes];
        Arrays.fill(body, (byte) 'a');
        return body;
    }

    /** Declares 3 MiB, sends as much as the server accepts, and expects an answer and a closed connection. */
    private static RawResponse threeMebibytes(TestServer server, String path) throws IOException {
        try (RawClient client = server.connect()) {
            client.head("POST", path, 3 * MIB).sendUnlessRefused(filler(3 * MIB));
            RawResponse response = client.receive();
            assertThat(response.header("Connection")).contains("close");
            assertThat(client.closedByServer()).isTrue();
            return response;
        }
    }

    @Test
    void declaredTooLarge() throws IOException {
        try (TestServer server = TestServer.open()) {
            RawResponse response = threeMebibytes(server, PATH);
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.body()).contains("request body too large");
        }
    }

    @Test
    void declaredTooLargeIsAnsweredBeforeAnyBody() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            client.head("POST", PATH, 2 * MIB + 1);
            assertThat(client.receive().status()).isEqualTo(413);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void unauthorized() throws IOException {
        try (TestServer server = TestServer.withKey("k")) {
            assertThat(threeMebibytes(server, PATH).status()).isEqualTo(401);
        }
    }

    @Test
    void unknownPathAndWrongMethod() throws IOException {
        try (TestServer server = TestServer.open()) {
            assertThat(threeMebibytes(server, "/nope").status()).isEqualTo(404);
            assertThat(threeMebibytes(server, "/health").status()).isEqualTo(405);
        }
    }

    @Test
    void busy() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (TestServer server = new Options().atOnce(1, Admission.Queue.NONE).open();
                RawClient first = server.connect()) {
            server.decisions.behave(request -> {
                entered.countDown();
                awaitQuietly(release);
                return FakeDecisions.answerAll(request);
            });
            byte[] body = "{\"state\":\"x\",\"questions\":{}}".getBytes(StandardCharsets.UTF_8);
            first.head("POST", PATH, body.length).send(body);
            assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
            RawResponse refused = threeMebibytes(server, PATH);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.body()).isEqualTo("{\"detail\":\"server busy, try again later\"}");
            assertThat(refused.header("X-Concurrency-Limit")).contains("1 (SERVICE_MAX_CONCURRENT)");
            assertThat(server.connect().get("/health").status()).isEqualTo(200);
            release.countDown();
            assertThat(first.receive().status()).isEqualTo(200);
            assertThat(server.post(PATH, "{\"state\":\"x\",\"questions\":{}}").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void slowBodiesLoseTheirSlots() throws IOException {
        // So long that all of them are there before the first is given up, on a busy machine too.
        try (TestServer server = TestServer.withBodyTimeout(Duration.ofSeconds(3))) {
            List<RawClient> stalled = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                stalled.add(server.connect().head("POST", PATH, 100).send("{"));
            }
            waitForInFlight(server, 16);
            assertThat(server.post(PATH, "{\"state\":\"x\",\"questions\":{}}").status())
                    .isEqualTo(503);
            for (RawClient client : stalled) {
                RawResponse response = client.receive();
                assertThat(response.status()).isEqualTo(408);
                assertThat(response.body())
                        .containsAnyOf("not received within 3 s", "more slowly than 1024 bytes per second");
                assertThat(client.closedByServer()).isTrue();
                client.close();
            }
            assertThat(server.post(PATH, "{\"state\":\"x\",\"questions\":{}}").status())
                    .isEqualTo(200);
            assertThat(server.admission.inFlight()).isZero();
        }
    }

    @Test
    void drippingDoesNotExtendTheTime() throws Exception {
        try (TestServer server = TestServer.withBodyTimeout(Duration.ofMillis(600));
                RawClient client = server.connect()) {
            client.head("POST", PATH, MIB);
            Await.until("an answer while the body drips", () -> {
                client.sendUnlessRefused(filler(1));
                return client.hasReceived();
            });
            assertThat(client.receive().status()).isEqualTo(408);
        }
    }

    @Test
    void aClientThatLeavesGivesItsSlotBack() throws IOException {
        try (TestServer server = TestServer.open()) {
            RawClient client = server.connect().head("POST", PATH, 100).send("{");
            waitForInFlight(server, 1);
            client.close();
            waitForInFlight(server, 0);
            assertThat(server.decisions.asked()).isEmpty();
        }
    }

    private static void waitForInFlight(TestServer server, int expected) {
        Await.until(expected + " requests in flight", () -> server.admission.inFlight() == expected);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the test never released the request");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
