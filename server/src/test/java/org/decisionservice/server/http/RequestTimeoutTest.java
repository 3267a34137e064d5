// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.junit.jupiter.api.Test;

/** Requests that exceed their time limit. */
class RequestTimeoutTest {
    private static final String PATH = "/v1/systemone";
    private static final String ASK =
            "{\"state\":\"x\",\"questions\":{\"a\":{\"type\":\"noul\",\"instructions\":\"i\"}}}";
    private static final String DETAIL = "the request was not answered within %s s (SERVICE_REQUEST_TIMEOUT_S);"
            + " try again later, or send less at once";

    private static TestServer server(Contract contract) {
        return server(contract, Duration.ofMillis(300));
    }

    private static TestServer server(Contract contract, Duration limit) {
        return new Options()
                .contract(contract)
                .atOnce(1, Admission.Queue.NONE)
                .requestTimeout(limit)
                // Not the status of a request that timed out.
                .overloadStatus(529)
                .open();
    }

    private static CountDownLatch hold(TestServer server) {
        CountDownLatch release = new CountDownLatch(1);
        server.decisions.behave(request -> {
            try {
                assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return FakeDecisions.answerAll(request);
        });
        return release;
    }

    @Test
    void anAnswerThatTakesTooLongIsGivenUp() throws IOException {
        // Long enough for the second request, which must be answered in time.
        try (TestServer server = server(Contract.DOCUMENT, Duration.ofSeconds(2));
                RawClient client = server.connect()) {
            CountDownLatch release = hold(server);
            RawResponse refused = client.post(PATH, ASK);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.body()).isEqualTo("{\"detail\":\"" + DETAIL.formatted("2") + "\"}");
            assertThat(server.decisions.abandoned()).isEqualTo(1);
            server.decisions.behave(FakeDecisions::answerAll);
            assertThat(client.post(PATH, ASK).status())
                    .as("slot and connection are free again")
                    .isEqualTo(200);
            release.countDown();
            assertThat(server.finished.poll())
                    .returns(Ending.TIMED_OUT, FinishedRequest::ending)
                    .returns(503, FinishedRequest::status);
        }
    }

    @Test
    void theTimeOfTheBodyCounts() throws IOException {
        try (TestServer server = server(Contract.DOCUMENT);
                RawClient client = server.connect()) {
            client.head("POST", PATH, 100).send("{");
            RawResponse refused = client.receive();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains(DETAIL.formatted("0.3"));
            assertThat(client.closedByServer()).isTrue();
            assertThat(server.decisions.asked()).isEmpty();
        }
    }

    @Test
    void theUpstreamContractCallsItOverload() throws IOException {
        try (TestServer server = server(Contract.FULL)) {
            CountDownLatch release = hold(server);
            RawResponse refused = server.post(PATH, ASK);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.body())
                    .contains("\"error_type\":\"overloaded_error\"")
                    .contains(DETAIL.formatted("0.3"));
            release.countDown();
        }
    }
}
