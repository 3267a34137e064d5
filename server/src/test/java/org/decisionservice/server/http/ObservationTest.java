// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;

/** Checks what observers are told of requests, however they end. */
class ObservationTest {
    private static final String ASK =
            "{\"state\": \"s\", \"questions\": {\"a\": {\"type\": \"noul\", \"instructions\": \"i\"},"
                    + " \"b\": {\"type\": \"noul\", \"instructions\": \"i\"}}}";
    private static final String SINGLE = "/v1/systemone";

    /** Observers are told after the client has its answer. */
    static FinishedRequest next(TestServer server) {
        return Await.value("observers are told", () -> Optional.ofNullable(server.finished.poll()));
    }

    @Test
    void anAnsweredRequestComesWithItsEffort() throws Exception {
        try (TestServer server = TestServer.open()) {
            RawResponse answer = server.post(SINGLE, ASK);
            FinishedRequest finished = next(server);
            assertThat(finished.id()).isEqualTo(answer.header("x-request-id").orElseThrow());
            assertThat(finished.route()).isEqualTo(GuardedRoute.SINGLE);
            assertThat(finished.status()).isEqualTo(200);
            assertThat(finished.ending()).isEqualTo(Ending.ANSWERED);
            assertThat(finished.checkpoint()).isEqualTo("english");
            assertThat(finished.effort()).hasValueSatisfying(effort -> {
                assertThat(effort.rows()).isEqualTo(2);
                assertThat(effort.tokens()).isEqualTo(10);
                assertThat(effort.truncated()).isZero();
                assertThat(effort.timings().inference()).isEqualTo(Duration.ofNanos(12_345_678));
            });
            assertThat(finished.latency()).isPositive();
        }
    }

    @Test
    void aBatchCountsTheRowsOfEveryState() throws Exception {
        try (TestServer server = TestServer.open()) {
            server.post(SINGLE + "/batch", ASK.replace("\"state\": \"s\"", "\"states\": [\"s\", \"t\", \"u\"]"));
            FinishedRequest finished = next(server);
            assertThat(finished.route()).isEqualTo(GuardedRoute.BATCH);
            assertThat(finished.effort()).hasValueSatisfying(effort -> {
                assertThat(effort.rows()).isEqualTo(6);
                assertThat(effort.tokens()).isEqualTo(30);
            });
        }
    }

    @Test
    void aRequestThatWasRoutedAndNotAnsweredIsToldWithItsCheckpointAndTimes() throws Exception {
        try (TestServer server = TestServer.open()) {
            server.decisions.behave(_ -> {
                throw new RefusedException(Refusal.Kind.TIMED_OUT, "planned");
            });
            server.post(SINGLE, ASK);
            FinishedRequest finished = next(server);
            assertThat(finished.ending()).isEqualTo(Ending.TIMED_OUT);
            assertThat(finished.checkpoint()).isEqualTo("english");
            assertThat(finished.toString())
                    .contains("outcome=timed_out checkpoint=english rows=0 tokens=0 truncated=0 pack_ms=0.0 wait_ms=0.0"
                            + " inference_ms=12.35 total_ms=");
        }
    }

    @Test
    void aRefusalIsToldWithItsReason() throws Exception {
        try (TestServer server = TestServer.withKey("s3cret")) {
            server.post(SINGLE, ASK);
            assertThat(next(server))
                    .returns(Ending.UNAUTHORIZED, FinishedRequest::ending)
                    .returns(401, FinishedRequest::status)
                    .returns("none", FinishedRequest::checkpoint);
        }
        try (TestServer server = TestServer.open()) {
            server.post(SINGLE, "{");
            assertThat(next(server))
                    .returns(Ending.MALFORMED, FinishedRequest::ending)
                    .returns(400, FinishedRequest::status);
            server.post(SINGLE, ASK.replace("noul", "essay"));
            assertThat(next(server))
                    .returns(Ending.INVALID, FinishedRequest::ending)
                    .returns(422, FinishedRequest::status);
            List<RawClient> sending = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                sending.add(server.connect().head("POST", SINGLE, 100).send("{"));
            }
            Await.until("all slots are taken", () -> server.admission.inFlight() == 16);
            server.post(SINGLE, ASK);
            assertThat(next(server))
                    .returns(Ending.BUSY, FinishedRequest::ending)
                    .returns(503, FinishedRequest::status);
            for (RawClient client : sending) {
                client.close();
            }
        }
    }

    @Test
    void aRefusalWhileTheServiceStopsIsNoSignOfLoad() throws Exception {
        try (TestServer server = TestServer.open()) {
            server.admission.shut();
            RawResponse refused = server.post(SINGLE, ASK);
            assertThat(refused.body()).isEqualTo("{\"detail\":\"server busy, try again later\"}");
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.header("Connection")).contains("close");
            assertThat(refused.header("X-Concurrency-Limit")).isEmpty();
            assertThat(next(server))
                    .returns(Ending.STOPPING, FinishedRequest::ending)
                    .returns(503, FinishedRequest::status);
        }
    }

    @Test
    void aFailureAndAClientThatLeftAreToldApart() throws Exception {
        try (TestServer server = TestServer.open()) {
            server.decisions.behave(_ -> {
                throw new IllegalStateException("planned");
            });
            server.post(SINGLE, ASK);
            assertThat(next(server))
                    .returns(Ending.FAILED, FinishedRequest::ending)
                    .returns(500, FinishedRequest::status);
            try (RawClient client = server.connect()) {
                client.head("POST", SINGLE, 100).send("{");
            }
            assertThat(next(server))
                    .returns(Ending.GONE, FinishedRequest::ending)
                    .returns(FinishedRequest.CLIENT_LEFT, FinishedRequest::status);
        }
    }
}
