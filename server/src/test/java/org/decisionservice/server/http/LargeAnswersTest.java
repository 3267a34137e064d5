// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that are too large to be kept, and clients that do not read them. */
@Timeout(120)
class LargeAnswersTest {
    private static final String BATCH = "/v1/systemone/batch";
    private static final String SMALL = "{\"state\":\"x\",\"questions\":{}}";

    /** A batch whose answer is about 64 times as long as its label. */
    private static String batch(int label) {
        String states = String.join(",", Collections.nCopies(64, "\"x\""));
        return "{\"states\":[" + states + "],\"questions\":{\"q\":{\"type\":\"choice\",\"instructions\":\"i\","
                + "\"criteria\":[\"" + "é".repeat(label / 2) + "\",\"b\"]}}}";
    }

    private static TestServer admitting(int most) {
        return new Options().atOnce(most, Admission.Queue.NONE).open();
    }

    @Test
    void theyComeWithTheSameHeadersAsSmallOnesAndComplete() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            RawResponse small = client.post(BATCH, batch(2));
            RawResponse large = client.post(BATCH, batch(100_000));
            assertThat(names(large)).isEqualTo(names(small));
            assertThat(large.header("Transfer-Encoding")).isEmpty();
            JsonNode results = new ObjectMapper().readTree(large.body()).get("results");
            assertThat(results).hasSize(64);
            assertThat(results.get(63).get("answers").get("q").get("choice").asText())
                    .isEqualTo("é".repeat(50_000));
            assertThat(client.post(BATCH, batch(2)).status())
                    .as("the connection goes on")
                    .isEqualTo(200);
        }
    }

    private static List<String> names(RawResponse response) {
        return response.headerLines().stream()
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();
    }

    /** Asks for 15 MB, more than any socket buffer holds. */
    private static void ask(RawClient client) throws IOException {
        byte[] body = batch(120_000).getBytes(StandardCharsets.UTF_8);
        client.head("POST", BATCH, body.length).send(body);
    }

    @Test
    void aSlotIsKeptUntilTheClientHasReadItsAnswer() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            ask(client);
            Await.until("the answer is being sent", client::hasReceived);
            assertThat(server.admission.inFlight()).isEqualTo(1);
            assertThat(client.receive().status()).isEqualTo(200);
            assertThat(server.admission.inFlight())
                    .as("it is free before the last byte is sent")
                    .isZero();
        }
    }

    @Test
    void aClientThatDoesNotReadLosesItsSlotToTheNextRequest() throws IOException {
        try (TestServer server = admitting(1);
                RawClient stalled = server.connect()) {
            ask(stalled);
            Await.until("the answer is being sent", stalled::hasReceived);
            Await.until(
                    "another is admitted",
                    () -> server.post("/v1/systemone", SMALL).status() == 200);
            assertThat(complete(stalled)).isFalse();
        }
    }

    private static boolean complete(RawClient client) throws IOException {
        try {
            RawResponse response = client.receive();
            int length =
                    response.header("Content-Length").map(Integer::parseInt).orElseThrow();
            return response.body().getBytes(StandardCharsets.UTF_8).length == length;
        } catch (SocketException _) {
            return false;
        }
    }
}
