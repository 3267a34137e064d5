package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.server.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service over a real socket, native code left out. */
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
    void whatIsPreloadedIsResidentBeforeTheFirstRequest() throws Exception {
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_PRELOAD", "1", "SERVICE_MODELS", "typed,english"))) {
            assertThat(running.get("/health").body()).contains("\"loaded\":[\"typed-decisions\",\"english\"]");
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
        String states = IntStream.range(0, 16)
                .mapToObj(i -> "\"" + "The app crashes on start. ".repeat(60) + i + "\"")
                .collect(Collectors.joining(","));
        RunningService running = RunningService.start(Map.of("SERVICE_SHUTDOWN_GRACE_S", "100"));
        AtomicLong answered = new AtomicLong();
        CompletableFuture<HttpResponse<String>> slow = CompletableFuture.supplyAsync(() -> {
            try {
                return running.post(
                        "/v1/systemone/batch",
                        "{\"states\": [" + states + "], \"model\": \"english\", " + QUESTIONS + "}");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                answered.set(System.nanoTime());
            }
        });
        while (running.get("/health").body().contains("\"loaded\":[]")) {
            Thread.sleep(5);
        }
        long stopped = System.nanoTime();
        running.service().close();
        assertThat(slow.join().statusCode()).isEqualTo(200);
        assertThat(answered.get()).as("the answer came after the stop began").isGreaterThan(stopped);
        assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> running.get("/health"));
        running.close();
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
                .withMessageContaining("rl_agent_config.json")
                .withMessageContaining("SERVICE_MODELS");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(
                        Map.of("SERVICE_CHECKPOINTS", dir.toString(), "SERVICE_DEFAULT_MODEL", "ml")))
                .withMessageStartingWith("SERVICE_DEFAULT_MODEL");
    }

    @Test
    void theBannerShowsARequestThatWorksAndHowAccessIsGuarded() {
        try (RunningService open = RunningService.start(Map.of());
                RunningService closed = RunningService.start(Map.of("SERVICE_API_KEY", "s3cret"))) {
            assertThat(open.service().banner())
                    .contains("http://127.0.0.1:" + open.port(), "reference on cpu", "open to everybody", "curl");
            assertThat(closed.service().banner())
                    .contains("bearer token", "Authorization")
                    .doesNotContain("s3cret");
        }
    }
}
