// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.decisionservice.testing.hub.StandInHub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service without preloading that cannot load what it serves. */
class UnloadableCheckpointsTest {
    private static final String REQUEST = """
        {"state": "The app crashes on start.", "model": "english", \
        "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}}\
        """;

    @TempDir
    private Path dir;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private String admin(RunningService running, String path) {
        try {
            int port = running.service().adminPort().orElseThrow();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean ready(RunningService running) {
        return admin(running, "/health/ready").startsWith("200 ");
    }

    private void awaitReady(RunningService running) {
        Await.until("the service is ready", () -> ready(running));
    }

    private static void expectUnavailable(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.body())
                .isEqualTo("{\"detail\":\"the checkpoint that answers this cannot be loaded now, try again later\"}");
    }

    @Test
    void aHubThatCannotBeReachedIsNoticedBeforeTheFirstRequest() throws Exception {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        try (RunningService running = RunningService.start(Map.of(
                "SERVICE_ADMIN_PORT",
                "0",
                "SERVICE_CHECKPOINTS",
                "hub",
                "HF_ENDPOINT",
                "http://127.0.0.1:" + nobody,
                "HF_HUB_CACHE",
                dir.resolve("cache").toString()))) {
            for (int look = 0; look < 20; look++) {
                assertThat(ready(running)).isFalse();
                Thread.sleep(50);
            }
            assertThat(admin(running, "/health/live")).startsWith("200 ");
            assertThat(running.get("/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aHubThatAnswersIsAskedOncePerCheckpointAndNothingIsFetched() throws Exception {
        try (StandInHub hub = new StandInHub()) {
            hub.repo("convaiinnovations/laya")
                    .add("3".repeat(40), "", Testdata.tiny().resolve("english"))
                    .point("main", "3".repeat(40));
            try (RunningService running = RunningService.start(Map.of(
                    "SERVICE_ADMIN_PORT",
                    "0",
                    "SERVICE_CHECKPOINTS",
                    "hub",
                    "SERVICE_MODELS",
                    "english",
                    "HF_ENDPOINT",
                    hub.endpoint().toString(),
                    "HF_HUB_CACHE",
                    dir.resolve("cache").toString()))) {
                awaitReady(running);
                assertThat(hub.exchanges()).hasSize(1);
                assertThat(running.post("/v1/systemone", REQUEST).statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void weightsThatWereCutOffMakeItUnreadyUntilTheyAreWhole() throws Exception {
        Path english = dir.resolve("english");
        Copies.copy(Testdata.tiny().resolve("english"), english);
        Path weights = english.resolve("model.safetensors");
        byte[] whole = Files.readAllBytes(weights);
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_CHECKPOINTS", dir.toString()))) {
            awaitReady(running);
            replace(weights, Arrays.copyOf(whole, whole.length / 2));
            expectUnavailable(running.post("/v1/systemone", REQUEST));
            assertThat(ready(running)).isFalse();
            expectUnavailable(running.post("/v1/systemone", REQUEST));
            // Requests are counted after the client has its answer.
            Await.until(
                    "both requests are counted",
                    () -> admin(running, "/metrics").contains("decision_rejections_total{reason=\"unavailable\"} 2.0"));
            assertThat(admin(running, "/metrics"))
                    .containsPattern("decision_checkpoint_load_failures_total\\{checkpoint=\"english\"} [2-9]");
            replace(weights, whole);
            awaitReady(running);
            assertThat(running.post("/v1/systemone", REQUEST).statusCode()).isEqualTo(200);
        }
    }

    private void replace(Path file, byte[] bytes) throws IOException {
        Path beside = Files.write(dir.resolve("beside"), bytes);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
