// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;

/** What must not be left of the requests that a service sends to itself before it listens. */
class PreloadedServiceTest {
    private static final String ENGLISH = """
            {"state": "The app crashes.", "model": "english",
             "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}}""";

    private static RunningService preloaded() {
        return RunningService.start(
                Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_PRELOAD", "1", "SERVICE_MODELS", "english"));
    }

    @Test
    void countsNoPassAndNoRequest() throws Exception {
        try (RunningService running = preloaded()) {
            String before = running.metrics();
            assertThat(before).containsPattern("(?m)^decision_models_loaded 1");
            assertThat(before).doesNotContainPattern("(?m)^decision_batch_size_count.* [1-9]");
            assertThat(before).doesNotContainPattern("(?m)^decision_requests_total.* [1-9]");
            assertThat(running.post("/v1/systemone", ENGLISH).statusCode()).isEqualTo(200);
            assertThat(running.metrics()).containsPattern("(?m)^decision_batch_size_count.* 1$");
        }
    }

    @Test
    void reportsNoNameThatNobodyAskedFor() throws Exception {
        try (RunningService running = preloaded()) {
            assertThat(running.get("/health").body()).contains("\"english\"").doesNotContain("\"multilingual\"");
        }
    }
}
