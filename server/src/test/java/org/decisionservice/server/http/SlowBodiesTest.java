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
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uploads that only occupy slots. */
@Timeout(60)
class SlowBodiesTest {
    private static final String PATH = "/v1/systemone";
    private static final String ASK = "{\"state\":\"x\",\"questions\":{}}";

    @Test
    void aBodyThatDoesNotComeIsGivenUpLongBeforeTheTimeForAWholeOneIsOver() throws IOException {
        try (TestServer server = TestServer.withBodyTimeout(Duration.ofMinutes(5));
                RawClient stalled = server.connect()) {
            RawResponse refused = stalled.head("POST", PATH, 100_000).send("{").receive();
            assertThat(refused.status()).isEqualTo(408);
            assertThat(refused.header("Connection")).contains("close");
            assertThat(refused.body())
                    .isEqualTo("{\"detail\":\"request body came more slowly than 1024 bytes per second"
                            + " (SERVICE_MIN_TRANSFER_RATE); send it faster\"}");
            assertThat(stalled.closedByServer()).isTrue();
        }
    }

    @Test
    void aChunkedBodyIsMeasuredInTheSameWay() throws IOException {
        try (TestServer server = TestServer.withBodyTimeout(Duration.ofMinutes(5));
                RawClient stalled = server.connect()) {
            stalled.send("POST " + PATH + " HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n2\n{ \n");
            assertThat(stalled.receive().status()).isEqualTo(408);
        }
    }

    @Test
    void aBodyThatComesSlowlyEnoughForAPoorLinkIsRead() throws Exception {
        try (TestServer server = TestServer.withBodyTimeout(Duration.ofMinutes(5));
                RawClient slow = server.connect()) {
            byte[] body = (ASK + " ".repeat(12_000)).getBytes(StandardCharsets.UTF_8);
            slow.head("POST", PATH, body.length);
            int part = body.length / 4;
            for (int at = 0; at < body.length; at += part) {
                slow.send(Arrays.copyOfRange(body, at, Math.min(body.length, at + part)));
                Thread.sleep(800);
            }
            assertThat(slow.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void anAddressCannotHoldMoreThanItsShare() throws IOException {
        try (TestServer server = new Options().perAddress(2).open()) {
            List<RawClient> stalled = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                stalled.add(server.connect().head("POST", PATH, 100).send("{"));
            }
            Await.until("both are admitted", () -> server.admission.inFlight() == 2);
            RawResponse refused = server.post(PATH, ASK);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("X-Concurrency-Limit"))
                    .contains("16 (SERVICE_MAX_CONCURRENT), 2 of one address (SERVICE_MAX_PER_ADDRESS)");
            for (RawClient client : stalled) {
                client.close();
            }
            Await.until(
                    "their share is free again", () -> server.post(PATH, ASK).status() == 200);
        }
    }

    private static TestServer withOneSlot() {
        return new Options()
                .bodyTimeout(Duration.ofMinutes(5))
                .leastRate(LeastRate.NONE)
                .atOnce(1, Admission.Queue.NONE)
                .open();
    }

    @Test
    void anUploadThatStallsLosesItsSlotToTheNextRequestAlthoughNobodyMayWait() throws IOException {
        try (TestServer server = withOneSlot();
                RawClient stalled = server.connect()) {
            stalled.head("POST", PATH, 100_000).send("{");
            Await.until("it is admitted", () -> server.admission.inFlight() == 1);
            Await.until("it stalls", () -> server.post(PATH, ASK).status() == 200);
            RawResponse refused = stalled.receive();
            assertThat(refused.status()).isEqualTo(408);
            assertThat(refused.header("Connection")).contains("close");
            assertThat(refused.body())
                    .isEqualTo("{\"detail\":\"request body came more slowly than 16384 bytes per second"
                            + " while another request needed its place; send it faster\"}");
            assertThat(stalled.closedByServer()).isTrue();
        }
    }

    @Test
    void anUploadThatComesFastKeepsItsSlot() throws IOException {
        try (TestServer server = withOneSlot();
                RawClient upload = server.connect()) {
            byte[] body = (ASK + " ".repeat(1_500_000)).getBytes(StandardCharsets.UTF_8);
            upload.head("POST", PATH, body.length).send(Arrays.copyOf(body, 1_400_000));
            Await.until("it is admitted", () -> server.admission.inFlight() == 1);
            assertThat(server.post(PATH, ASK).status()).isEqualTo(503);
            upload.send(Arrays.copyOfRange(body, 1_400_000, body.length));
            assertThat(upload.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void anUploadThatStallsKeepsItsSlotWhileThereIsAnother() throws IOException {
        try (TestServer server = new Options()
                        .bodyTimeout(Duration.ofMinutes(5))
                        .leastRate(LeastRate.NONE)
                        .atOnce(2, Admission.Queue.NONE)
                        .open();
                RawClient stalled = server.connect()) {
            byte[] body = ASK.getBytes(StandardCharsets.UTF_8);
            stalled.head("POST", PATH, body.length).send("{");
            long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
            while (System.nanoTime() < end) {
                assertThat(server.post(PATH, ASK).status()).isEqualTo(200);
            }
            stalled.send(Arrays.copyOfRange(body, 1, body.length));
            assertThat(stalled.receive().status()).isEqualTo(200);
        }
    }
}
