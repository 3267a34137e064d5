// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.host.RequestClass;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys with names, rates and shares, over real sockets. */
class NamedKeysTest {
    private static final String PATH = "/v1/systemone";
    private static final String BODY =
            "{\"state\": \"x\", \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"Well?\"}}}";

    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        file = write(dir.resolve("keys.json"));
    }

    /**
     * Writes a file of four keys: {@code one} with a rate, {@code two} with a share, {@code three} with neither, and
     * {@code bulk} of that class.
     */
    static Path write(Path file) throws Exception {
        return Files.writeString(
                file,
                "{\"keys\": [" + entry("desk", "one", ", \"requests_per_minute\": 6")
                        + ", " + entry("shop", "two", ", \"share\": 0.5")
                        + ", " + entry("lab", "three", "")
                        + ", " + entry("night", "bulk", ", \"class\": \"bulk\"") + "]}");
    }

    private static String entry(String name, String key, String more) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        return "{\"name\": \"" + name + "\", \"sha256\": \"" + HexFormat.of().formatHex(digest) + "\"" + more + "}";
    }

    private static RawResponse post(TestServer server, String key) throws IOException {
        return post(server, PATH, BODY, "Authorization: Bearer " + key);
    }

    /** On a connection of its own, because a refusal before the body is read closes it. */
    private static RawResponse post(TestServer server, String path, String body, String header) throws IOException {
        try (RawClient client = server.connect()) {
            return client.post(path, body, header);
        }
    }

    @Test
    void eachHolderIsAdmittedAndNamed() throws IOException {
        try (TestServer server = new Options().keys(file).open()) {
            assertThat(post(server, "one").status()).isEqualTo(200);
            assertThat(post(server, "three").status()).isEqualTo(200);
            assertThat(post(server, "four").status()).isEqualTo(401);
            // A client has its answer before the end of its request is noted, so two may be noted in any order.
            Await.until("all are finished", () -> server.finished.size() == 3);
            assertThat(server.finished.stream().map(FinishedRequest::key).map(key -> key.orElse("")))
                    .containsExactlyInAnyOrder("desk", "lab", "");
            assertThat(server.finished.stream().map(FinishedRequest::toString))
                    .anyMatch(line -> line.contains(" key=desk route=single status=200 "));
        }
    }

    @Test
    void aHolderOverTheirRateIsToldHowLongToWaitAndTheOthersAreNot() throws IOException {
        try (TestServer server = new Options().keys(file).open()) {
            assertThat(post(server, "one").status()).isEqualTo(200);
            RawResponse refused = post(server, "one");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.header("Retry-After").orElseThrow()))
                    .isBetween(1, 10);
            assertThat(refused.body())
                    .startsWith("{\"detail\":\"the key 'desk' may send 6 requests a minute; send the next one in ");
            assertThat(post(server, "three").status()).isEqualTo(200);
            Await.until("all are finished", () -> server.finished.size() == 3);
            assertThat(server.finished.stream().map(FinishedRequest::ending))
                    .containsExactlyInAnyOrder(Ending.ANSWERED, Ending.RATE_LIMITED, Ending.ANSWERED);
        }
    }

    @Test
    void aHolderKeepsWithinTheirShareWhileOthersAreAdmitted() throws IOException {
        CompletableFuture<Void> go = new CompletableFuture<>();
        try (TestServer server =
                        new Options().keys(file).atOnce(4, Admission.Queue.NONE).open();
                RawClient first = server.connect();
                RawClient second = server.connect()) {
            server.decisions.behave(request -> {
                go.join();
                return FakeDecisions.answerAll(request);
            });
            for (RawClient client : List.of(first, second)) {
                byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
                client.head("POST", PATH, body.length, "Authorization: Bearer two")
                        .send(body);
            }
            Await.until("both are admitted", () -> server.admission.inFlight() == 2);
            RawResponse refused = post(server, "two");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.body()).contains("the key 'shop' has its share of the requests at once, 2");
            go.complete(null);
            assertThat(post(server, "three").status()).isEqualTo(200);
            assertThat(first.receive().status()).isEqualTo(200);
            assertThat(second.receive().status()).isEqualTo(200);
            Await.until("the slots are free", () -> server.admission.inFlight() == 0);
            assertThat(post(server, "two").status()).isEqualTo(200);
        }
    }

    @Test
    void theClassOfAKeyIsThatOfItsRequestsAndIsInTheirLines() throws IOException {
        try (TestServer server = new Options().keys(file).open()) {
            assertThat(post(server, "bulk").status()).isEqualTo(200);
            assertThat(post(server, "three").status()).isEqualTo(200);
            assertThat(server.decisions.classes()).containsExactly(RequestClass.BULK, RequestClass.INTERACTIVE);
            Await.until("both are finished", () -> server.finished.size() == 2);
            assertThat(server.finished.stream().map(FinishedRequest::toString))
                    .anyMatch(line -> line.contains(" key=night class=bulk route=single status=200 "))
                    .anyMatch(line -> line.contains(" key=lab route=single status=200 "));
        }
    }

    @Test
    void bulkRequestsLeaveHalfOfTheSlotsToOthers() throws IOException {
        CompletableFuture<Void> go = new CompletableFuture<>();
        try (TestServer server =
                        new Options().keys(file).atOnce(2, Admission.Queue.NONE).open();
                RawClient first = server.connect();
                RawClient second = server.connect()) {
            server.decisions.behave(request -> {
                go.join();
                return FakeDecisions.answerAll(request);
            });
            byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
            first.head("POST", PATH, body.length, "Authorization: Bearer bulk").send(body);
            Await.until("it is admitted", () -> server.admission.inFlight() == 1);
            RawResponse refused = post(server, "bulk");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.body()).contains("bulk requests have their part of the requests at once, 1;");
            second.head("POST", PATH, body.length, "Authorization: Bearer three")
                    .send(body);
            Await.until("the other is admitted", () -> server.admission.inFlight() == 2);
            go.complete(null);
            assertThat(first.receive().status()).isEqualTo(200);
            assertThat(second.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void otherContractsRefuseInTheirOwnWords() throws IOException {
        String decisions = "{\"model\": \"auto\", \"input\": \"x\", \"questions\":"
                + " [{\"type\": \"predicate\", \"name\": \"q\", \"instructions\": \"Well?\"}]}";
        try (TestServer server = new Options()
                .keys(file)
                .decisions(DecisionRoute.DECISIONS, DecisionRoute.GEMINI)
                .open()) {
            assertThat(post(server, "/v1/decisions", decisions, "Authorization: Bearer one")
                            .status())
                    .isEqualTo(200);
            RawResponse openAi = post(server, "/v1/decisions", decisions, "Authorization: Bearer one");
            assertThat(openAi.status()).isEqualTo(429);
            assertThat(openAi.body()).contains("\"type\":\"rate_limit_error\"", "\"code\":\"rate_limit_exceeded\"");
            RawResponse google = post(server, "/v1beta/decisions", "{}", "x-goog-api-key: one");
            assertThat(google.status()).isEqualTo(429);
            assertThat(google.body()).contains("\"code\":429", "\"status\":\"RESOURCE_EXHAUSTED\"");
        }
    }
}
