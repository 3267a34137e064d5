// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator replaces a checkpoint that answers. */
class CheckpointReloadTest {
    private static final String MODEL = "model.safetensors";

    @TempDir
    private Path dir;

    private Path served;

    @BeforeEach
    void copy() throws IOException {
        Copies.copy(Testdata.tiny().resolve("english"), dir.resolve("old"));
        Copies.copy(Testdata.tiny().resolve("multilingual"), dir.resolve("new"));
        served = Files.createDirectories(dir.resolve("served"));
        lead("old");
    }

    /** Has the name lead to another directory, in one step. */
    private void lead(String directory) throws IOException {
        Path link = Files.createSymbolicLink(dir.resolve("next"), dir.resolve(directory));
        Files.move(link, served.resolve("english"), StandardCopyOption.ATOMIC_MOVE);
    }

    private RunningService start(Map<String, String> more) {
        Map<String, String> variables =
                new HashMap<>(Map.of("SERVICE_CHECKPOINTS", served.toString(), "SERVICE_ADMIN_PORT", "0"));
        variables.putAll(more);
        return RunningService.start(variables);
    }

    private static HttpResponse<String> reload(RunningService running, String name) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI page = URI.create("http://127.0.0.1:"
                    + running.service().adminPort().orElseThrow() + "/checkpoints/" + name + "/reload");
            return client.send(
                    HttpRequest.newBuilder(page)
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static String answer(RunningService running) throws Exception {
        HttpResponse<String> response = running.post(
                "/v1/systemone",
                "{\"state\": \"The app crashes on start.\", \"model\": \"english\", \"questions\": {\"angry\":"
                        + " {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().replaceFirst(",\"routing\":.*", "");
    }

    private String revision(String directory) {
        return WeightsDigest.revision(
                WeightsDigest.sha256(dir.resolve(directory).resolve(MODEL)));
    }

    @Test
    void theNewFilesAnswerAsTheyDoAlone() throws Exception {
        String alone;
        try (RunningService other =
                start(Map.of("SERVICE_EXTRA_MODELS", "{\"english\": \"" + dir.resolve("new") + "\"}"))) {
            alone = answer(other);
        }
        try (RunningService running = start(Map.of())) {
            String before = answer(running);
            assertThat(reload(running, "english").body())
                    .isEqualTo("{\"reloaded\":false,\"detail\":\"its files have not changed since they were read\"}");
            lead("new");
            assertThat(answer(running)).isEqualTo(before);
            HttpResponse<String> reloaded = reload(running, "Default");
            assertThat(reloaded.statusCode()).isEqualTo(200);
            assertThat(reloaded.body()).isEqualTo("{\"reloaded\":true,\"revision\":\"" + revision("new") + "\"}");
            assertThat(answer(running)).isEqualTo(alone).isNotEqualTo(before);
            assertThat(running.get("/health").body())
                    .contains("\"loaded\":[\"english\"]", "\"revisions\":{\"english\":\"" + revision("new") + "\"}");
            lead("old");
            running.service().reload();
            assertThat(answer(running)).isEqualTo(before);
        }
    }

    @Test
    void aNameThatIsNotServedIsNotFound() throws Exception {
        try (RunningService running = start(Map.of())) {
            HttpResponse<String> unknown = reload(running, "papers");
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.body())
                    .isEqualTo("{\"reloaded\":false,\"detail\":\"no such checkpoint; name one of: english\"}");
        }
    }

    @Test
    void filesThatCannotBeUsedChangeNothingAndTheReasonIsSaid() throws Exception {
        try (RunningService running = start(Map.of())) {
            String before = answer(running);
            expectRefusal(
                    running,
                    before,
                    "tokenizer/tokenizer.json",
                    broken -> Files.delete(broken.resolve("tokenizer/tokenizer.json")));
            expectRefusal(
                    running,
                    before,
                    MODEL,
                    broken -> Files.write(
                            broken.resolve(MODEL), Arrays.copyOf(Files.readAllBytes(broken.resolve(MODEL)), 5000)));
            expectRefusal(
                    running,
                    before,
                    MODEL,
                    broken -> Files.copy(
                            dir.resolve("new").resolve(MODEL),
                            broken.resolve(MODEL),
                            StandardCopyOption.REPLACE_EXISTING));
            lead("new");
            assertThat(reload(running, "english").statusCode()).isEqualTo(200);
        }
    }

    private interface Spoiling {
        void spoil(Path directory) throws IOException;
    }

    private void expectRefusal(RunningService running, String before, String named, Spoiling spoiling)
            throws Exception {
        Path broken = Files.createTempDirectory(dir, "broken");
        Copies.copy(Testdata.tiny().resolve("english"), broken.resolve("files"));
        spoiling.spoil(broken.resolve("files"));
        lead(dir.relativize(broken.resolve("files")).toString());
        HttpResponse<String> refused = reload(running, "english");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body())
                .startsWith("{\"reloaded\":false,\"detail\":\"")
                .contains(named);
        assertThat(answer(running)).isEqualTo(before);
    }

    @Test
    void otherBytesThanExpectedAreRefused() throws Exception {
        String digest = WeightsDigest.sha256(dir.resolve("old").resolve(MODEL));
        String digests = "{\"english\": {\"model.safetensors\": \"" + digest + "\"}}";
        try (RunningService running = start(Map.of("SERVICE_SHA256_DIGESTS", digests))) {
            String before = answer(running);
            lead("new");
            HttpResponse<String> refused = reload(running, "english");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("model.safetensors: has the SHA-256 digest");
            assertThat(answer(running)).isEqualTo(before);
        }
    }

    @Test
    void aCalibrationOfTheOldWeightsRefusesTheNewOnesAndComesWithThemIfItIsTheirs() throws Exception {
        Path file = dir.resolve("calibration.json");
        Files.writeString(file, calibration(revision("old")));
        try (RunningService running = start(Map.of("SERVICE_FITTED", "english=" + file))) {
            String before = answer(running);
            lead("new");
            HttpResponse<String> refused = reload(running, "english");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body())
                    .contains(file + " was made for the weights " + revision("old")
                            + ", not for the new english; put one");
            assertThat(answer(running)).isEqualTo(before);
            running.service().reload();
            assertThat(answer(running)).isEqualTo(before);

            Files.writeString(file, calibration(revision("new")));
            assertThat(reload(running, "english").statusCode()).isEqualTo(200);
            String calibrated = answer(running);
            try (RunningService alone = start(Map.of("SERVICE_FITTED", "english=" + file))) {
                assertThat(answer(alone)).isEqualTo(calibrated);
            }
            try (RunningService uncalibrated = start(Map.of())) {
                assertThat(answer(uncalibrated)).isNotEqualTo(calibrated);
            }
        }
    }

    private static String calibration(String weights) {
        return "{\"checkpoint\": \"" + weights + "\", \"temperature\": [1, 1, 5]}";
    }

    /** The files are replaced without a reload, and come into force with the next load. */
    @Test
    void aCalibrationThatWasNotMadeForNewFilesDoesNotApplyToThem() throws Exception {
        Path file = Files.writeString(dir.resolve("calibration.json"), calibration(revision("old")));
        String plain;
        try (RunningService other =
                start(Map.of("SERVICE_EXTRA_MODELS", "{\"english\": \"" + dir.resolve("new") + "\"}"))) {
            plain = answer(other);
        }
        String extra = "{\"other\": \"" + dir.resolve("old") + "\"}";
        try (RunningService running = start(Map.of(
                "SERVICE_FITTED", "english=" + file, "SERVICE_MAX_LOADED", "1", "SERVICE_EXTRA_MODELS", extra))) {
            answer(running);
            lead("new");
            running.post(
                    "/v1/systemone",
                    "{\"state\": 1, \"model\": \"other\", \"questions\": {\"q\": {\"type\":"
                            + " \"noul\", \"instructions\": \"One?\"}}}");
            assertThat(answer(running)).isEqualTo(plain);
        }
    }
}
