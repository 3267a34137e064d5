// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;

/** Checkpoints beside the three, and a limit on how many are in memory, seen from outside. */
class ExtraCheckpointsTest {
    private static final String PAPERS = "{\"papers\": \"" + Testdata.tiny().resolve("typed-decisions") + "\"}";

    private static RunningService start(Map<String, String> more) {
        Map<String, String> variables = new HashMap<>(Map.of("SERVICE_EXTRA_MODELS", PAPERS));
        variables.putAll(more);
        return RunningService.start(variables);
    }

    private static String ask(RunningService running, String members) throws Exception {
        HttpResponse<String> response = running.post(
                "/v1/systemone",
                "{\"state\": \"The parcel never came and I want my money back.\", \"questions\": {\"angry\": {\"type\":"
                        + " \"noul\", \"instructions\": \"Is the customer angry?\"}}" + members + "}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void anExtraCheckpointAnswersRequestsThatNameItAndNoOthers() throws Exception {
        try (RunningService running = start(Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_DECISIONS", "1"))) {
            assertThat(ask(running, ", \"model\": \" Papers \""))
                    .contains("\"routing\":{\"model\":\"papers\",\"repo\":\"typed-decisions\",\"reason\":\"explicit"
                            + " model=' Papers '\"");
            assertThat(ask(running, ", \"task\": \"papers\""))
                    .contains("\"model\":\"papers\"", "explicit task='papers'");
            assertThat(running.get("/health").body())
                    .contains(
                            "\"loaded\":[\"papers\"]",
                            "\"revisions\":{\"papers\":\"sha256:",
                            "\"checkpoint_devices\":{\"papers\":\"cpu\"}",
                            "\"cpu_fallbacks\":{\"papers\":{\"count\":0,\"last_reason\":null}}");
            assertThat(ask(running, "")).contains("\"model\":\"english\"");
            assertThat(ask(running, ", \"model\": \"paper\"")).contains("\"model\":\"english\"");
            assertThat(running.get("/v1/models").body())
                    .contains(
                            "\"id\":\"papers\"",
                            "{\"name\":\"papers\",\"description\":\"A checkpoint of this deployment");
            assertThat(running.get("/v1/models/papers").statusCode()).isEqualTo(200);
            assertThat(info(running)).contains("\"papers\"", "typed-decisions");
        }
    }

    private static String info(RunningService running) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI page = URI.create(
                    "http://127.0.0.1:" + running.service().adminPort().orElseThrow() + "/info");
            return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void itCanBeTheDefaultAndThePinnedOneAndIsPreloadedByName() throws Exception {
        try (RunningService running =
                start(Map.of("SERVICE_DEFAULT_MODEL", "papers", "SERVICE_PRELOAD", "1", "SERVICE_MODELS", "papers"))) {
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"papers\"]");
            HttpResponse<String> undecided = running.post(
                    "/v1/systemone",
                    "{\"state\": 42, \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"Is it more?\"}}}");
            assertThat(undecided.body()).contains("using default (papers)", "\"model\":\"papers\"");
        }
        try (RunningService running = start(Map.of("SERVICE_MODEL", "papers"))) {
            assertThat(ask(running, "")).contains("pinned by the deployment: papers");
        }
    }

    @Test
    void answersAreThoseOfTheCheckpointUnderItsOwnName() throws Exception {
        try (RunningService running = start(Map.of())) {
            String own = ask(running, ", \"model\": \"typed\"");
            String extra = ask(running, ", \"model\": \"papers\"");
            assertThat(extra.substring(0, extra.indexOf("\"routing\"")))
                    .isEqualTo(own.substring(0, own.indexOf("\"routing\"")));
        }
    }

    @Test
    void aDirectoryThatIsNoCheckpointStopsTheStart() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start(Map.of("SERVICE_EXTRA_MODELS", "{\"papers\": \"" + Testdata.tiny() + "\"}")))
                .withMessageStartingWith("SERVICE_EXTRA_MODELS: checkpoint papers ");
    }

    @Test
    void aDigestOfAnExtraCheckpointIsHeld() throws Exception {
        String digests = "{\"papers\": {\"model.safetensors\": \"" + "0".repeat(64) + "\"}}";
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start(Map.of("SERVICE_SHA256_DIGESTS", digests, "SERVICE_PRELOAD", "1")))
                .withMessageContaining("papers", "has the SHA-256 digest");
    }

    @Test
    void noMoreThanAllowedAreInMemoryAndABatchForTwoIsAnsweredByOneAfterTheOther() throws Exception {
        try (RunningService running =
                start(Map.of("SERVICE_MAX_LOADED", "1", "SERVICE_PRELOAD", "1", "SERVICE_ADMIN_PORT", "0"))) {
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"english\"]");
            ask(running, ", \"model\": \"papers\"");
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"papers\"]");
            HttpResponse<String> batch = running.post(
                    "/v1/systemone/batch",
                    "{\"states\": [\"The parcel never came.\", \"Das Paket ist nie angekommen und niemand antwortet"
                            + " mir.\"], \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"Late?\"}}}");
            assertThat(batch.statusCode()).isEqualTo(200);
            assertThat(batch.body()).contains("\"model\":\"english\"", "\"model\":\"multilingual\"");
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"multilingual\"]");
        }
    }
}
