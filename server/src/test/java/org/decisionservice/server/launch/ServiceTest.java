// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.LogLines;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole service over a real socket, without native code. */
class ServiceTest {
    private static final String QUESTIONS =
            "\"questions\": {\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}";
    private static final String ENGLISH =
            "{\"state\": \"The app crashes on start.\", \"model\": \"english\", " + QUESTIONS + "}";

    @TempDir
    private Path dir;

    @Test
    void theFirstRequestLoadsWhatItNeedsAndHealthSaysSo() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            assertThat(running.get("/health").body())
                    .contains("\"loaded\":[]", "\"device\":\"cpu\"", "\"device_is_preference\":true");

            HttpResponse<String> single = running.post("/v1/systemone", ENGLISH);
            assertThat(single.statusCode()).as(single.body()).isEqualTo(200);
            assertThat(single.headers().firstValue("server-timing"))
                    .hasValueSatisfying(v -> assertThat(v).startsWith("inference;dur="));
            assertThat(single.body()).contains("\"model\":\"english\",\"repo\":\"tiny/english\"");

            HttpResponse<String> batch = running.post(
                    "/v1/systemone/batch",
                    "{\"states\": [\"С меня списали деньги\", \"The app crashes on start.\"], " + QUESTIONS + "}");
            assertThat(batch.statusCode()).as(batch.body()).isEqualTo(200);
            assertThat(batch.body()).contains("\"model\":\"multilingual\"", "\"model\":\"english\"", "total_usage");
            assertThat(running.get("/health").body())
                    .contains("\"loaded\":[\"english\",\"multilingual\"]", "\"device_is_preference\":false");
        }
    }

    @Test
    void preloadedCheckpointsAreResidentBeforeTheFirstRequest() throws Exception {
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_PRELOAD", "1", "SERVICE_MODELS", "typed,english"))) {
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"typed-decisions\",\"english\"]");
        }
    }

    @Test
    void aRequestWithoutQuestionsLoadsNothingAndIsNoActivity() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_IDLE_UNLOAD_SECONDS", "3600"))) {
            // It has one decimal, and would be near 0 after activity.
            Await.until("the service is idle for a while", () -> idleSeconds(running) >= 0.5);
            for (String body : List.of("\"state\": \"x\"", "\"states\": [\"Wo bleibt mein Paket?\", \"x\"]")) {
                String path = "/v1/systemone" + (body.startsWith("\"states") ? "/batch" : "");
                HttpResponse<String> empty = running.post(path, "{" + body + ", \"questions\": {}}");
                assertThat(empty.statusCode()).as(empty.body()).isEqualTo(200);
                assertThat(empty.body()).contains("\"answers\":{}", "\"routing\":{\"model\":");
                assertThat(empty.headers().firstValue("Server-Timing")).contains("inference;dur=0.00");
            }
            assertThat(running.get("/health").body()).contains("\"loaded\":[]");
            assertThat(idleSeconds(running)).isGreaterThanOrEqualTo(0.5);
        }
    }

    private static double idleSeconds(RunningService running) throws Exception {
        return new ObjectMapper()
                .readTree(running.get("/health").body())
                .get("idle_seconds")
                .asDouble();
    }

    @Test
    void theFirstRequestSaysWhatItsLoadTook() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            HttpResponse<String> first = running.post("/v1/systemone", ENGLISH);
            assertThat(first.headers().firstValue("Server-Timing").orElseThrow())
                    .matches("inference;dur=[0-9.]+, load;dur=[0-9.]+")
                    .startsWith("inference;dur="
                            + first.headers().firstValue("X-Inference-Time-Ms").orElseThrow() + ",");
            assertThat(running.post("/v1/systemone", ENGLISH)
                            .headers()
                            .firstValue("Server-Timing")
                            .orElseThrow())
                    .matches("inference;dur=[0-9.]+");
        }
    }

    @Test
    void theStarterSaysThatItAnswersForLanguagesItDoesNotUnderstand() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_CHECKPOINTS", "starter"))) {
            assertThat(running.service().banner())
                    .contains("the bundled starter, a small English model", "answers German, French");
            String german = "{\"state\": \"Wo bleibt mein Paket? Ich warte seit Tagen darauf.\", " + QUESTIONS + "}";
            assertThat(running.post("/v1/systemone", german).body())
                    .contains("\"model\":\"multilingual\"")
                    .contains("\"reason\":\"Latin script but language looks like 'de', not English; no multilingual"
                            + " checkpoint is installed, so the bundled English starter answered\"");
            assertThat(running.post("/v1/systemone", "{\"state\": \"The app crashes on start.\", " + QUESTIONS + "}")
                            .body())
                    .contains("\"reason\":\"English Latin text\"");
        }
    }

    @Test
    void aLocalCheckpointAnswersWithoutRouting() throws Exception {
        String path = Testdata.tiny().resolve("english").toString();
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_MODEL_PATH", path, "SERVICE_IDLE_UNLOAD_SECONDS", "60"))) {
            HttpResponse<String> single = running.post("/v1/systemone", ENGLISH);
            assertThat(single.statusCode()).as(single.body()).isEqualTo(200);
            assertThat(single.body()).doesNotContain("routing");
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"local\"]", "\"idle_unload_seconds\":60");
        }
    }

    @Test
    void settingsReachTheRouterAndTheRoutes() throws Exception {
        Map<String, String> settings =
                Map.of("SERVICE_MODEL", "ml", "SERVICE_STRICT", "1", "SERVICE_HEAD_NAME", "head");
        try (RunningService running = RunningService.start(settings)) {
            HttpResponse<String> unnamed =
                    running.post("/v1/systemone", "{\"state\": \"The app crashes on start.\", " + QUESTIONS + "}");
            assertThat(unnamed.body()).contains("\"model\":\"head\"").doesNotContain("routing");
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"multilingual\"]");
        }
    }

    @Test
    void stoppingRefusesNewcomersAndFinishesWhatWasAdmitted() throws Exception {
        Map<String, String> patient = Map.of("SERVICE_SHUTDOWN_GRACE_S", "100", "SERVICE_BODY_READ_TIMEOUT", "100");
        try (RunningService running = RunningService.start(patient);
                Socket slow = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
            byte[] body = ENGLISH.getBytes(StandardCharsets.UTF_8);
            slow.getOutputStream()
                    .write(("POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                                    + "Content-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(slow.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answer.readLine()).as("admitted: its body is asked for").isEqualTo("HTTP/1.1 100 Continue");
            CompletableFuture<Void> stop = CompletableFuture.runAsync(running.service()::close);
            Await.until(
                    "newcomers are refused",
                    () -> running.post("/v1/systemone", "{").statusCode() == 503);
            assertThat(stop).isNotDone();
            slow.getOutputStream().write(body);
            assertThat(answer.readLine()).isEmpty();
            assertThat(answer.readLine()).isEqualTo("HTTP/1.1 200 OK");
            stop.join();
            assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> running.get("/health"));
        }
    }

    @Test
    void aTakenPortOrAnUnknownHostIsAConfigurationError() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> RunningService.start(Map.of("SERVICE_PORT", "" + taken.getLocalPort())))
                    .withMessageContaining("SERVICE_PORT")
                    .withMessageContaining("" + taken.getLocalPort());
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_HOST", "no.such.host.invalid")))
                .withMessageStartingWith("SERVICE_HOST");
    }

    @Test
    void aCheckpointThatIsNeededAtStartAndMissingOrBrokenStopsIt() throws IOException {
        Files.createDirectories(dir.resolve("english"));
        Map<String, String> broken = Map.of("SERVICE_CHECKPOINTS", dir.toString(), "SERVICE_PRELOAD", "1");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(broken))
                .withMessageStartingWith("SERVICE_CHECKPOINTS: ")
                .withMessageContaining("rl_agent_config.json");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(
                        Map.of("SERVICE_CHECKPOINTS", dir.toString(), "SERVICE_DEFAULT_MODEL", "ml")))
                .withMessageStartingWith("SERVICE_DEFAULT_MODEL");
    }

    /** Otherwise every request would be a 500, with /health ok. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void aCheckpointThatCannotBeServedStopsTheStartWhateverIsPreloaded(String preload) throws IOException {
        Path empty = Files.createDirectories(dir.resolve("empty"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(
                        Map.of("SERVICE_MODEL_PATH", empty.toString(), "SERVICE_PRELOAD", preload)))
                .withMessageStartingWith("SERVICE_MODEL_PATH: ")
                .withMessageContaining("rl_agent_config.json: is missing");
        Path broken = dir.resolve("some").resolve("multilingual");
        Copies.copy(Testdata.tiny().resolve("english"), dir.resolve("some").resolve("english"));
        Copies.copy(Testdata.tiny().resolve("multilingual"), broken);
        Files.write(broken.resolve("model.safetensors"), new byte[] {1, 2, 3});
        Map<String, String> unused = Map.of(
                "SERVICE_CHECKPOINTS",
                dir.resolve("some").toString(),
                "SERVICE_PRELOAD",
                preload,
                "SERVICE_MODELS",
                "english");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(unused))
                .withMessageStartingWith("SERVICE_CHECKPOINTS: checkpoint multilingual")
                .withMessageContaining("model.safetensors");
    }

    @Test
    void healthListsTheNamesThatWereAskedForWhereOneCheckpointHasThree() throws Exception {
        Map<String, String> starter =
                Map.of("SERVICE_CHECKPOINTS", "starter", "SERVICE_PRELOAD", "1", "SERVICE_MODELS", "typed");
        try (RunningService running = RunningService.start(starter)) {
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"typed-decisions\"]");
            assertThat(running.post("/v1/systemone", ENGLISH).statusCode()).isEqualTo(200);
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"english\",\"typed-decisions\"]");
        }
    }

    @Test
    void aDirectoryThatIsOneCheckpointIsServedAsTheOne() throws Exception {
        String one = Testdata.tiny().resolve("english").toString();
        try (RunningService running = RunningService.start(Map.of("SERVICE_CHECKPOINTS", one))) {
            HttpResponse<String> single = running.post("/v1/systemone", ENGLISH);
            assertThat(single.statusCode()).as(single.body()).isEqualTo(200);
            assertThat(single.body()).doesNotContain("routing");
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"local\"]");
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_CHECKPOINTS", one, "SERVICE_MODEL", "english")))
                .withMessageStartingWith("SERVICE_MODEL: ")
                .withMessageContaining("SERVICE_CHECKPOINTS");
    }

    @Test
    void theBannerShowsARequestThatWorksAndHowAccessIsGuarded() {
        try (LogLines log = new LogLines("org.decisionservice.server.launch");
                RunningService open = RunningService.start(Map.of());
                RunningService wide = RunningService.start(Map.of("SERVICE_HOST", "0.0.0.0"));
                RunningService keyed =
                        RunningService.start(Map.of("SERVICE_HOST", "0.0.0.0", "SERVICE_API_KEY", "s3cret"));
                RunningService closed = RunningService.start(Map.of("SERVICE_API_KEY", "s3cret"))) {
            assertThat(open.service().banner())
                    .contains("http://127.0.0.1:" + open.port(), "reference on cpu", "curl")
                    .contains("open to everybody on this machine, and to no other; SERVICE_HOST=0.0.0.0 opens it")
                    .contains("playground   http://127.0.0.1:" + open.port() + "/docs/try\n");
            assertThat(wide.service().banner())
                    .contains(
                            "(bound to 0.0.0.0)",
                            "open to everybody who reaches this address; SERVICE_API_KEY closes it");
            assertThat(log.with("may ask: there is no key"))
                    .singleElement()
                    .asString()
                    .startsWith("everybody who reaches 0.0.0.0 may ask");
            assertThat(keyed.service().banner()).contains("bearer token");
            assertThat(closed.service().banner())
                    .contains("bearer token", "Authorization")
                    .doesNotContain("s3cret", "playground");
        }
    }
}
