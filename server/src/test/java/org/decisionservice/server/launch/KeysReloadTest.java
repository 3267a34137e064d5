// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that change while the service runs. */
class KeysReloadTest {
    private static final String BODY =
            "{\"state\": \"s\", \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"Well?\"}}}";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    private Path dir;

    private void write(String... namesAndKeys) throws Exception {
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i < namesAndKeys.length; i += 2) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(namesAndKeys[i + 1].getBytes(StandardCharsets.UTF_8));
            keys.append(i > 0 ? ", " : "")
                    .append("{\"name\": \"")
                    .append(namesAndKeys[i])
                    .append("\", \"sha256\": \"")
                    .append(HexFormat.of().formatHex(digest))
                    .append("\"}");
        }
        Path next = Files.writeString(dir.resolve("next"), "{\"keys\": [" + keys + "]}");
        Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path file() {
        return dir.resolve("keys.json");
    }

    private int ask(RunningService running, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + running.port() + "/v1/systemone"))
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private HttpResponse<String> reload(RunningService running) throws Exception {
        int admin = running.service().adminPort().orElseThrow();
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/keys/reload"))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String metrics(RunningService running) throws Exception {
        int admin = running.service().adminPort().orElseThrow();
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aNewKeyIsAdmittedAndAnOldOneIsNotAndNoRequestIsLost() throws Exception {
        write("desk", "one", "stays", "always");
        Map<String, String> settings = Map.of("SERVICE_API_KEY_FILE", file().toString(), "SERVICE_ADMIN_PORT", "0");
        try (RunningService running = RunningService.start(settings)) {
            assertThat(ask(running, "one")).isEqualTo(200);
            assertThat(running.get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
            AtomicBoolean ended = new AtomicBoolean();
            CompletableFuture<Integer> asking = CompletableFuture.supplyAsync(() -> {
                int answered = 0;
                try {
                    while (!ended.get()) {
                        assertThat(ask(running, "always")).isEqualTo(200);
                        answered++;
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return answered;
            });
            for (int i = 0; i < 20; i++) {
                write("desk", i % 2 == 0 ? "two" : "one", "stays", "always");
                assertThat(reload(running).body()).isEqualTo("{\"reloaded\":true}");
            }
            write("desk", "two", "stays", "always");
            assertThat(reload(running).statusCode()).isEqualTo(200);
            assertThat(ask(running, "one")).isEqualTo(401);
            assertThat(ask(running, "two")).isEqualTo(200);
            Files.writeString(file(), "{\"keys\": []}");
            HttpResponse<String> refused = reload(running);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("SERVICE_API_KEY_FILE: 'keys' has 0 entries");
            // What a SIGHUP does.
            running.service().reload();
            assertThat(ask(running, "two")).isEqualTo(200);
            ended.set(true);
            assertThat(asking.join()).isPositive();
            assertThat(metrics(running))
                    .contains("decision_key_requests_total{key=\"desk\",outcome=\"answered\"} 3.0")
                    .contains("decision_key_requests_total{key=\"stays\",outcome=\"answered\"}")
                    .contains("decision_file_reloads_total{files=\"keys\",outcome=\"reloaded\"} 21.0")
                    .contains("decision_file_reloads_total{files=\"keys\",outcome=\"refused\"} 2.0")
                    .contains("decision_file_reloads_total{files=\"question_sets\",outcome=\"refused\"} 0.0");
        }
    }

    @Test
    void withOneKeyForAllThereIsNothingToReadAgainAndNoMetricOfKeys() throws Exception {
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_API_KEY", "one", "SERVICE_ADMIN_PORT", "0"))) {
            assertThat(ask(running, "one")).isEqualTo(200);
            assertThat(reload(running).statusCode()).isEqualTo(404);
            assertThat(metrics(running)).doesNotContain("decision_key_requests_total", "rate_limited");
        }
    }
}
