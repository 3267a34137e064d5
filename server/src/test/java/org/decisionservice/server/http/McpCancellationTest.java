// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.server.http.McpPosts.ARGUMENTS;
import static org.decisionservice.server.http.McpPosts.PATH;
import static org.decisionservice.server.http.McpPosts.call;
import static org.decisionservice.server.http.McpPosts.held;
import static org.decisionservice.server.http.McpPosts.json;
import static org.decisionservice.server.http.McpPosts.post;
import static org.decisionservice.server.http.McpPosts.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a call of an agent ends before it is answered, on a socket. */
@Timeout(120)
class McpCancellationTest {
    private static String cancelled(Object id) {
        return "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": " + id
                + "}}";
    }

    @Test
    void aCallThatIsCancelledGivesItsSlotBackAndHasNoAnswer() throws Exception {
        try (TestServer server =
                        new Options().mcp().atOnce(2, Admission.Queue.NONE).open();
                RawClient calling = server.connect()) {
            CountDownLatch entered = held(server);
            String session = session(server);
            String asked = call(5, "decide", ARGUMENTS);
            calling.head("POST", PATH, asked.length(), session).send(asked);
            assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(post(server, cancelled(5), "Mcp-Session-Id: another").status())
                    .isEqualTo(202);
            assertThat(post(server, cancelled("\"5\""), session).status()).isEqualTo(202);
            assertThat(post(server, cancelled(5)).status()).isEqualTo(202);
            TimeUnit.MILLISECONDS.sleep(600);
            assertThat(server.decisions.abandoned())
                    .as("these named another call")
                    .isZero();
            assertThat(post(server, cancelled(5), session).status()).isEqualTo(202);
            RawResponse ended = calling.receive();
            assertThat(ended.status()).isEqualTo(202);
            assertThat(ended.body()).isEmpty();
            assertThat(server.decisions.abandoned()).isEqualTo(1);
            Await.until("the slots are free", () -> server.admission.inFlight() == 0);
            Await.until(
                    "the call is recorded as given up",
                    () -> server.finished.stream().anyMatch(each -> each.ending() == Ending.GONE));
            server.decisions.behave(FakeDecisions::answerAll);
            assertThat(json(calling.post(PATH, asked, session))
                            .at("/result/isError")
                            .booleanValue())
                    .as("the id is free again, and the connection is open")
                    .isFalse();
        }
    }

    @Test
    void aCallWhoseClientLeavesGivesItsSlotBack() throws Exception {
        try (TestServer server = new Options().mcp().open()) {
            CountDownLatch entered = held(server);
            try (RawClient calling = server.connect()) {
                String asked = call(5, "decide", ARGUMENTS);
                calling.head("POST", PATH, asked.length()).send(asked);
                assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
            }
            Await.until("the decision is abandoned", () -> server.decisions.abandoned() == 1);
            Await.until("the slot is free", () -> server.admission.inFlight() == 0);
        }
    }

    @Test
    void aCallThatTakesTooLongSaysSo() throws Exception {
        try (TestServer server =
                new Options().mcp().requestTimeout(Duration.ofMillis(300)).open()) {
            held(server);
            JsonNode result = json(post(server, call(1, "decide", ARGUMENTS))).path("result");
            assertThat(result.at("/content/0/text").asText()).contains("SERVICE_REQUEST_TIMEOUT_S");
            assertThat(ObservationTest.next(server).ending()).isEqualTo(Ending.TIMED_OUT);
        }
    }
}
