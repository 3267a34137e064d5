// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.decisionservice.client.Questions.noul;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.decisionservice.client.Decision;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.client.DecisionException;
import org.decisionservice.client.DecisionException.Code;
import org.decisionservice.client.NamedQuestion;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Java client does while a service is busy, slow or away. */
class ClientPatienceTest {
    private static final NamedQuestion REFUND = noul("refund", "The customer asks for money back.");
    private static final String STATE = "Refund me.";

    private static RunningService service(String... settings) {
        Map<String, String> variables = new HashMap<>(Map.of(
                "SERVICE_MAX_CONCURRENT", "1", "SERVICE_BODY_READ_TIMEOUT", "60", "SERVICE_MIN_TRANSFER_RATE", "0"));
        for (int i = 0; i < settings.length; i += 2) {
            variables.put(settings[i], settings[i + 1]);
        }
        return RunningService.start(variables);
    }

    private static DecisionClient at(int port) {
        return DecisionClient.at(URI.create("http://127.0.0.1:" + port));
    }

    /** Takes the only slot of a service with a body that never comes, until it is closed. */
    private static Socket hold(RunningService service) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        socket.getOutputStream()
                .write(
                        "POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
        byte[] admitted = "HTTP/1.1 100".getBytes(StandardCharsets.US_ASCII);
        assertThat(socket.getInputStream().readNBytes(admitted.length)).isEqualTo(admitted);
        return socket;
    }

    /** What comes of a request that is refused as wrong if there is a slot for it. */
    private static Code refusal(DecisionClient client) {
        return catchThrowableOfType(
                        DecisionException.class, () -> client.minConfidence(2).ask(STATE, REFUND))
                .code();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503, 529})
    void aBusyServiceIsAskedAgainAfterThePauseThatItNames(int status) throws Exception {
        try (RunningService service = service("SERVICE_OVERLOAD_STATUS", Integer.toString(status))) {
            Socket held = hold(service);
            DecisionException refused = catchThrowableOfType(
                    DecisionException.class,
                    () -> at(service.port()).attempts(1).ask(STATE, REFUND));
            assertThat(refused.code()).isEqualTo(Code.BUSY);
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.retryAfter()).contains(Duration.ofSeconds(1));
            CompletableFuture<Decision> asked = at(service.port()).askAsync(STATE, REFUND);
            long begun = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(300);
            assertThat(asked).isNotDone();
            held.close();
            assertThat(asked.get(1, TimeUnit.MINUTES).noul("refund").yes()).isBetween(0.0, 1.0);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(900));
        }
    }

    @Test
    void theWholeTimeBoundsAllAttempts() throws Exception {
        try (RunningService service = service();
                Socket _ = hold(service)) {
            long begun = System.nanoTime();
            DecisionException refused = catchThrowableOfType(
                    DecisionException.class,
                    () -> at(service.port())
                            .attempts(100)
                            .timeout(Duration.ofMillis(2500))
                            .ask(STATE, REFUND));
            // The time may end in the pause after a refusal or while an attempt waits for one. A hundred attempts take
            // longer than
            // a busy machine adds.
            assertThat(refused.code()).isIn(Code.BUSY, Code.TIMED_OUT);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(30));
        }
    }

    @Test
    void anAnswerThatTakesTooLongIsGivenUp() throws Exception {
        try (RunningService service = service("SERVICE_QUEUE_MAX", "4", "SERVICE_QUEUE_TIMEOUT_MS", "60000");
                Socket _ = hold(service)) {
            DecisionException late = catchThrowableOfType(
                    DecisionException.class,
                    () -> at(service.port()).timeout(Duration.ofMillis(400)).ask(STATE, REFUND));
            assertThat(late.code()).isEqualTo(Code.TIMED_OUT);
            assertThat(late.status()).isZero();
            assertThat(late).hasMessageContaining("400 ms");
        }
    }

    @Test
    void aCancelledFutureLeavesTheService() throws Exception {
        try (RunningService service = service("SERVICE_QUEUE_MAX", "1", "SERVICE_QUEUE_TIMEOUT_MS", "60000");
                Socket _ = hold(service)) {
            DecisionClient client = at(service.port()).attempts(1);
            CompletableFuture<Decision> waits = client.attempts(20).askAsync(STATE, REFUND);
            Await.until("the queue is full", () -> {
                // As long as a client pauses that was refused while this looked.
                TimeUnit.MILLISECONDS.sleep(1600);
                return refusal(client.timeout(Duration.ofMillis(500))) == Code.BUSY;
            });
            assertThat(waits.cancel(true)).isTrue();
            CompletableFuture<Decision> next = Await.value("its place is free", () -> {
                CompletableFuture<Decision> tried = client.askAsync(STATE, REFUND);
                TimeUnit.MILLISECONDS.sleep(200);
                return tried.isDone() ? Optional.empty() : Optional.of(tried);
            });
            next.orTimeout(1, TimeUnit.MILLISECONDS);
            Await.until("a future whose time is over leaves too", () -> {
                CompletableFuture<Decision> tried = client.askAsync(STATE, REFUND);
                TimeUnit.MILLISECONDS.sleep(200);
                boolean waiting = !tried.isDone();
                tried.cancel(true);
                return waiting;
            });
        }
    }

    @Test
    void anInterruptedThreadIsToldSo() throws Exception {
        try (RunningService service = service("SERVICE_QUEUE_MAX", "4", "SERVICE_QUEUE_TIMEOUT_MS", "60000");
                Socket _ = hold(service)) {
            CompletableFuture<Code> seen = new CompletableFuture<>();
            Thread asks = Thread.startVirtualThread(() -> seen.complete(refusal(at(service.port()))));
            TimeUnit.MILLISECONDS.sleep(300);
            asks.interrupt();
            assertThat(seen.get(1, TimeUnit.MINUTES)).isEqualTo(Code.INTERRUPTED);
        }
    }

    @Test
    void manyMoreThreadsThanTheServiceAdmitsAreAllAnswered() throws Exception {
        try (RunningService service = service("SERVICE_MAX_CONCURRENT", "2")) {
            DecisionClient client = at(service.port()).attempts(100);
            List<CompletableFuture<Decision>> asked = IntStream.range(0, 200)
                    .mapToObj(_ -> client.askAsync(STATE, REFUND))
                    .toList();
            for (CompletableFuture<Decision> one : asked) {
                assertThat(one.get(1, TimeUnit.MINUTES).noul("refund").yes()).isBetween(0.0, 1.0);
            }
        }
    }

    @Test
    void aServiceThatGoesAwayIsReportedAndOneThatComesBackIsAsked() throws Exception {
        int port;
        DecisionClient client;
        try (RunningService service = service()) {
            port = service.port();
            client = at(port);
            assertThat(client.ask(STATE, REFUND).requestId()).isPresent();
        }
        DecisionException gone = catchThrowableOfType(
                DecisionException.class, () -> client.attempts(2).ask(STATE, REFUND));
        assertThat(gone.code()).isEqualTo(Code.UNREACHABLE);
        assertThat(gone).hasMessageContaining("127.0.0.1:" + port);
        CompletableFuture<Decision> asked = client.attempts(20).askAsync(STATE, REFUND);
        try (RunningService _ = service("SERVICE_PORT", Integer.toString(port))) {
            assertThat(asked.get(1, TimeUnit.MINUTES).requestId()).isPresent();
        }
    }

    @Test
    void aRequestThatWaitsWhileTheServiceStopsIsReported() throws Exception {
        CompletableFuture<Decision> asked;
        RunningService service =
                service("SERVICE_QUEUE_MAX", "4", "SERVICE_QUEUE_TIMEOUT_MS", "60000", "SERVICE_SHUTDOWN_GRACE_S", "1");
        try (Socket _ = hold(service)) {
            asked = at(service.port()).attempts(2).askAsync(STATE, REFUND);
            TimeUnit.MILLISECONDS.sleep(300);
            service.close();
        }
        ExecutionException failed =
                catchThrowableOfType(ExecutionException.class, () -> asked.get(1, TimeUnit.MINUTES));
        assertThat(failed.getCause())
                .isInstanceOfSatisfying(
                        DecisionException.class,
                        reason -> assertThat(reason.code()).isIn(Code.UNREACHABLE, Code.BUSY));
    }
}
