// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Testdata;
import org.decisionservice.testing.hub.StandInHub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's port of the whole service. */
class OperationsTest {
    private static final String QUESTIONS =
            "\"questions\": {\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}";
    private static final String ENGLISH =
            "{\"state\": \"The app crashes on start.\", \"model\": \"english\", " + QUESTIONS + "}";
    private static final Map<String, String> WITH_ADMIN = Map.of("SERVICE_ADMIN_PORT", "0");

    /** Of the release before, as Prometheus shows them. */
    private static final List<String> OLD_NAMES = List.of(
            "requests_total",
            "rejections_total",
            "request_latency_seconds",
            "pack_seconds",
            "queue_wait_seconds",
            "inference_seconds",
            "batch_size",
            "rows_total",
            "tokens_total",
            "truncations_total",
            "answer_confidence",
            "answers_total",
            "active_requests",
            "waiting_requests",
            "queue_depth",
            "models_loaded",
            "resident_bytes",
            "checkpoint_loads_total",
            "checkpoint_evictions_total",
            "cpu_fallbacks_total",
            "service_info");

    @TempDir
    private Path dir;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpResponse<String> get(int port, String path) {
        try {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the status codes of startup, readiness and liveness. */
    private String probes(int port) {
        return get(port, "/health/started").statusCode() + " "
                + get(port, "/health/ready").statusCode() + " "
                + get(port, "/health/live").statusCode();
    }

    private static int admin(RunningService running) {
        return running.service().adminPort().orElseThrow();
    }

    /** Returns the sum of the samples of a family whose labels contain {@code part}. */
    private static double sum(String page, String name, String part) {
        return page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(part))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /**
     * Returns the page once it counts that many finished requests, which are counted after the client has its answer.
     */
    private String metrics(RunningService running, int requests) {
        return Await.value(
                requests + " requests are counted",
                () -> Optional.of(get(admin(running), "/metrics").body())
                        .filter(page -> sum(page, "decision_requests_total", "") >= requests));
    }

    @Test
    void countsAddUpAfterAKnownLoad() throws Exception {
        try (RunningService running = RunningService.start(WITH_ADMIN)) {
            for (int i = 0; i < 3; i++) {
                assertThat(running.post("/v1/systemone", ENGLISH).statusCode()).isEqualTo(200);
            }
            String states = "{\"states\": [\"С меня списали деньги\", \"The app crashes on start.\"], ";
            assertThat(running.post("/v1/systemone/batch", states + QUESTIONS + "}")
                            .statusCode())
                    .isEqualTo(200);
            running.post("/v1/systemone", "{");
            running.post("/v1/systemone", "[]");
            running.post("/v1/systemone", ENGLISH.replace("noul", "essay"));

            String page = metrics(running, 7);
            assertThat(sum(page, "decision_requests_total", "")).isEqualTo(7);
            assertThat(sum(page, "decision_requests_total", "outcome=\"answered\""))
                    .isEqualTo(4);
            assertThat(sum(page, "decision_requests_total", "checkpoint=\"english\""))
                    .isEqualTo(3);
            assertThat(sum(page, "decision_requests_total", "checkpoint=\"several\""))
                    .isEqualTo(1);
            assertThat(sum(page, "decision_rejections_total", "")).isEqualTo(3);
            assertThat(sum(page, "decision_rejections_total", "reason=\"malformed\""))
                    .isEqualTo(2);
            assertThat(sum(page, "decision_rejections_total", "reason=\"invalid\""))
                    .isEqualTo(1);
            assertThat(sum(page, "decision_request_latency_seconds_count", "")).isEqualTo(7);
            for (String timed :
                    new String[] {"decision_pack_seconds", "decision_queue_wait_seconds", "decision_inference_seconds"
                    }) {
                assertThat(sum(page, timed + "_count", "")).as(timed).isEqualTo(4);
            }
            assertThat(sum(page, "decision_rows_total", "")).isEqualTo(5);
            assertThat(sum(page, "decision_batch_size_count", "")).as("passes").isEqualTo(5);
            assertThat(sum(page, "decision_batch_size_sum", ""))
                    .as("rows of passes")
                    .isEqualTo(5);
            assertThat(sum(page, "decision_models_loaded", "")).isEqualTo(2);
            assertThat(sum(page, "decision_checkpoint_loads_total", "")).isEqualTo(2);
            assertThat(sum(page, "decision_resident_bytes", "checkpoint=\"english\""))
                    .isPositive();
            assertThat(sum(page, "decision_active_requests", "")).isZero();
            assertThat(sum(page, "decision_queue_depth", "")).isZero();
            assertThat(page).contains("jvm_memory_used_bytes", "decision_service_info{version=");
            assertThat(sum(page, "decision_pass_running_seconds", "")).isZero();
            assertThat(page)
                    .contains(
                            "decision_checkpoint_precision{checkpoint=\"english\",device=\"cpu\",precision=\"float32\"}"
                                    + " 1.0",
                            "decision_checkpoint_load_failures_total{checkpoint=\"english\"} 0.0",
                            "decision_limit_requests 16.0",
                            "decision_limit_row_tokens 8192.0")
                    .doesNotContain("decision_limit_request_seconds");
            assertThat(sum(page, "decision_checkpoint_load_seconds_total", "checkpoint=\"english\""))
                    .isPositive();
            for (String name : OLD_NAMES) {
                assertThat(page).doesNotContain("\n" + name);
            }
        }
    }

    @Test
    void readingACheckpointAgainIsCountedByWhatCameOfIt() throws Exception {
        try (RunningService running = RunningService.start(WITH_ADMIN)) {
            running.post("/v1/systemone", ENGLISH);
            HttpRequest reload = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + admin(running) + "/checkpoints/english/reload"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(client.send(reload, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(admin(running), "/metrics").body())
                    .contains("decision_checkpoint_reloads_total{checkpoint=\"english\",outcome=\"unchanged\"} 1.0");
        }
    }

    @Test
    void theLimitOnTimeIsShownWhereThereIsOne() throws Exception {
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_REQUEST_TIMEOUT_S", "2.5"))) {
            assertThat(get(admin(running), "/metrics").body()).contains("decision_limit_request_seconds 2.5");
        }
    }

    @Test
    void thePublicPortHasNoneOfItsRoutes() throws Exception {
        try (RunningService running = RunningService.start(WITH_ADMIN)) {
            for (String path : new String[] {
                "/metrics",
                "/info",
                "/health/ready",
                "/health/live",
                "/health/started",
                "/observe/metrics",
                "/observe/info"
            }) {
                assertThat(running.get(path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(get(admin(running), "/v1/systemone").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void infoMasksSecrets() {
        Map<String, String> guarded =
                Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_API_KEY", "s3cret", "HF_TOKEN", "s3cret");
        try (RunningService running = RunningService.start(guarded)) {
            assertThat(get(admin(running), "/info").body())
                    .contains("\"version\"", "reference on cpu", "\"***\"", "SERVICE_API_KEY", "\"typed-decisions\"")
                    .doesNotContain("s3cret");
        }
    }

    @Test
    void probesTellLoadingFromServingFromStopping() throws Exception {
        CompletableFuture<String> whileLoading = new CompletableFuture<>();
        try (LoggedPort logged = new LoggedPort();
                StandInHub hub = new StandInHub()) {
            hub.repo("convaiinnovations/laya")
                    .add("3".repeat(40), "", Testdata.tiny().resolve("english"))
                    .point("main", "3".repeat(40));
            hub.throttle(2_000_000);
            hub.listen(_ -> {
                if (!whileLoading.isDone()) {
                    whileLoading.complete(probes(logged.port()));
                }
            });
            RunningService running = RunningService.start(Map.of(
                    "SERVICE_ADMIN_PORT",
                    "0",
                    "SERVICE_CHECKPOINTS",
                    "hub",
                    "SERVICE_PRELOAD",
                    "1",
                    "SERVICE_MODELS",
                    "english",
                    "HF_ENDPOINT",
                    hub.endpoint().toString(),
                    "HF_HUB_CACHE",
                    dir.resolve("cache").toString()));
            int port = admin(running);
            assertThat(whileLoading.get(1, TimeUnit.MINUTES)).isEqualTo("503 503 200");
            assertThat(probes(port)).isEqualTo("200 200 200");

            CompletableFuture<Void> stop;
            try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
                slow.getOutputStream()
                        .write("POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
                                .getBytes(StandardCharsets.US_ASCII));
                Await.until(
                        "the request is admitted",
                        () -> sum(get(port, "/metrics").body(), "decision_active_requests", "") == 1);
                stop = CompletableFuture.runAsync(running.service()::close);
                Await.until(
                        "it is not ready any more",
                        () -> get(port, "/health/ready").statusCode() != 200);
                assertThat(probes(port)).isEqualTo("200 503 200");
            }
            stop.get(1, TimeUnit.MINUTES);
            running.close();
        }
    }

    /** Reads the operator's port from the log, where it appears before the service has started. */
    private static final class LoggedPort extends Handler implements AutoCloseable {
        private static final Logger LOGGER = Logger.getLogger(Operations.class.getName());

        private final CompletableFuture<Integer> port = new CompletableFuture<>();

        LoggedPort() {
            LOGGER.addHandler(this);
        }

        /** Waits until the port is known. */
        int port() {
            return port.join();
        }

        @Override
        public void publish(LogRecord line) {
            port.complete(Integer.valueOf((String) line.getParameters()[1]));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOGGER.removeHandler(this);
        }
    }

    @Test
    void aTakenAdminPortIsAConfigurationError() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = "" + taken.getLocalPort();
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> RunningService.start(Map.of("SERVICE_ADMIN_PORT", port)))
                    .withMessageContaining("SERVICE_ADMIN_PORT")
                    .withMessageContaining(port);
        }
    }
}
