// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;

/** What must not be left of the requests that a service sends to itself before it listens. */
class PreloadedServiceTest {
    private static final String ENGLISH = """
            {"state": "The app crashes.", "model": "english",
             "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}}""";

    private static String metrics(RunningService running) throws Exception {
        int port = running.service().adminPort().orElseThrow();
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI page = URI.create("http://127.0.0.1:" + port + "/metrics");
            return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static RunningService preloaded() {
        return RunningService.start(
                Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_PRELOAD", "1", "SERVICE_MODELS", "english"));
    }

    @Test
    void countsNoPassAndNoRequest() throws Exception {
        try (RunningService running = preloaded()) {
            String before = metrics(running);
            assertThat(before).containsPattern("(?m)^decision_models_loaded 1");
            assertThat(before).doesNotContainPattern("(?m)^decision_batch_size_count.* [1-9]");
            assertThat(before).doesNotContainPattern("(?m)^decision_requests_total.* [1-9]");
            assertThat(running.post("/v1/systemone", ENGLISH).statusCode()).isEqualTo(200);
            assertThat(metrics(running)).containsPattern("(?m)^decision_batch_size_count.* 1$");
        }
    }

    @Test
    void reportsNoNameThatNobodyAskedFor() throws Exception {
        try (RunningService running = preloaded()) {
            assertThat(running.get("/health").body()).contains("\"english\"").doesNotContain("\"multilingual\"");
        }
    }
}
