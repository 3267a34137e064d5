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
import org.decisionservice.host.testing.Await;
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
}
