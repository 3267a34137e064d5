// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Question sets of a service that runs: who may see them, and how they are read again. */
class QuestionSetReloadTest {
    private static final String LIST = "/v1/question-sets";

    @TempDir
    private Path folder;

    private static String set(String id) {
        return "{\"questions\":{\"" + id + "\":{\"type\":\"noul\",\"instructions\":\"Is it?\"}}}";
    }

    private static HttpResponse<String> send(int port, String path, String... headers) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
            if (headers.length > 0) {
                request.headers(headers);
            }
            if (path.endsWith("/reload")) {
                request.POST(HttpRequest.BodyPublishers.noBody());
            }
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static String answer(RunningService running) throws Exception {
        return running.post("/v1/systemone", "{\"state\":\"s\",\"question_set\":\"mail\"}")
                .body();
    }

    @Test
    void theFolderIsReadAgainAsAWholeOrNotAtAll() throws Exception {
        Path file = Files.writeString(folder.resolve("mail.json"), set("first"));
        Map<String, String> settings = Map.of("SERVICE_QUESTION_SETS", folder.toString(), "SERVICE_ADMIN_PORT", "0");
        try (RunningService running = RunningService.start(settings)) {
            int admin = running.service().adminPort().orElseThrow();
            assertThat(answer(running)).contains("\"first\"");
            Files.writeString(file, set("second"));
            assertThat(answer(running)).contains("\"first\"");
            assertThat(send(admin, "/question-sets/reload").body()).isEqualTo("{\"reloaded\":true}");
            assertThat(answer(running)).contains("\"second\"");
            Files.writeString(folder.resolve("bad.json"), "{");
            Files.writeString(file, set("third"));
            HttpResponse<String> refused = send(admin, "/question-sets/reload");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("\"reloaded\":false", "bad.json: it must be valid JSON");
            assertThat(answer(running)).contains("\"second\"");
            Files.delete(folder.resolve("bad.json"));
            // What a SIGHUP does.
            running.service().reload();
            assertThat(answer(running)).contains("\"third\"");
            Files.delete(file);
            running.service().reload();
            assertThat(answer(running)).contains("\"third\"");
        }
    }

    @Test
    void theListNeedsTheKey() throws Exception {
        Files.writeString(folder.resolve("mail.json"), set("q"));
        Map<String, String> settings = Map.of("SERVICE_QUESTION_SETS", folder.toString(), "SERVICE_API_KEY", "s3cret");
        try (RunningService running = RunningService.start(settings)) {
            HttpResponse<String> without = running.get(LIST);
            assertThat(without.statusCode()).isEqualTo(401);
            assertThat(without.headers().firstValue("WWW-Authenticate")).isPresent();
            assertThat(send(running.port(), LIST, "Authorization", "Bearer s3cret")
                            .body())
                    .contains("\"name\":\"mail\"");
            assertThat(running.get("/nothing").body()).contains("GET /v1/question-sets");
        }
    }

    @Test
    void withoutTheSettingNothingIsReadAgain() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_ADMIN_PORT", "0"))) {
            int admin = running.service().adminPort().orElseThrow();
            assertThat(send(admin, "/question-sets/reload").statusCode()).isEqualTo(404);
            assertThat(running.get("/nothing").body()).doesNotContain("question-sets");
        }
    }

    @Test
    void aFolderThatCannotBeUsedStopsTheStart() throws Exception {
        Files.writeString(folder.resolve("mail.json"), set(" "));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_QUESTION_SETS", folder.toString())))
                .withMessage("SERVICE_QUESTION_SETS: " + folder.resolve("mail.json")
                        + ": question ' ': the id is blank; give every question a name");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_SCHEMAS", "1", "SERVICE_CONTRACT", "strict")))
                .withMessageStartingWith("SERVICE_SCHEMAS: ");
    }
}
