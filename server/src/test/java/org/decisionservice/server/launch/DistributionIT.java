// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.server.testing.ServiceProcess;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged jar as a process, with the engine and the checkpoint that are distributed with it. */
class DistributionIT {
    private static final int TERMINATED = 143;
    private static final int MISCONFIGURED = 2;
    private static final int NOT_NOW = 75;
    private static final String QUESTIONS = """
        "questions": {"queue": {"type": "choice", "instructions": "Which team should handle this?", \
        "criteria": {"billing": "charges and refunds", "tech": "errors and login", "other": "everything else"}}}\
        """;

    @TempDir
    private Path dir;

    @Test
    void itRunsFromAnyDirectoryAnswersSensiblyAndEndsAsTold() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(dir, Map.of())) {
            assertThat(service.get("/health").body())
                    .contains("\"loaded\":[\"english\",\"multilingual\",\"typed-decisions\"]");
            HttpResponse<String> single = service.post(
                    "/v1/systemone",
                    "{\"state\": \"I was charged twice this month, I want my money back\", " + QUESTIONS + "}");
            assertThat(single.statusCode()).as(single.body()).isEqualTo(200);
            assertThat(single.body()).contains("\"choice\":\"billing\"", "\"repo\":\"laya-starter-en\"");
            HttpResponse<String> batch = service.post(
                    "/v1/systemone/batch",
                    "{\"states\": [\"The app crashes on login\", \"Refund me\"], " + QUESTIONS + "}");
            assertThat(batch.statusCode()).as(batch.body()).isEqualTo(200);

            service.terminate();
            assertThat(service.exitStatus()).isEqualTo(TERMINATED);
            assertThat(service.errors())
                    .contains("onnx on cpu", "starter", "stopped")
                    .doesNotContain("WARNING", "\tat ");
            assertThat(dir).as("nothing is left behind").isEmptyDirectory();
        }
    }

    @Test
    void everyLineIsAnObjectWhereJsonIsAskedFor() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(dir, Map.of("SERVICE_LOG_FORMAT", "json", "SERVICE_ADMIN_PORT", "0"))) {
            assertThat(service.post("/v1/systemone", "{\"state\": \"Refund me\", " + QUESTIONS + "}")
                            .statusCode())
                    .isEqualTo(200);
            service.terminate();
            assertThat(service.exitStatus()).isEqualTo(TERMINATED);
            assertThat(service.errors()).contains("Decision Service on http", "\"message\":\"request\"", "stopped");
            ObjectMapper json = new ObjectMapper();
            for (String line : service.errors().lines().toList()) {
                assertThat(json.readTree(line).path("level").asText()).as(line).isEqualTo("info");
            }
        }
    }

    @Test
    void aPortThatIsInUseMayBeFreeLater() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServiceProcess service = ServiceProcess.launch(
                        dir,
                        Map.of("SERVICE_HOST", "127.0.0.1", "SERVICE_PORT", Integer.toString(other.getLocalPort())))) {
            assertThat(service.exitStatus()).isEqualTo(NOT_NOW);
            assertThat(service.errors().lines()).hasSize(1);
            assertThat(service.errors()).startsWith("SERVICE_HOST, SERVICE_PORT: cannot listen on");
        }
    }

    @Test
    void aStartThatIsRefusedSaysSoInAnObjectWhereJsonIsAskedFor() throws Exception {
        Map<String, String> wrong = Map.of("SERVICE_LOG_FORMAT", "json", "SERVICE_PORT", "eighty");
        try (ServiceProcess service = ServiceProcess.launch(dir, wrong)) {
            assertThat(service.exitStatus()).isEqualTo(MISCONFIGURED);
            assertThat(service.errors().lines()).hasSize(1);
            JsonNode line = new ObjectMapper().readTree(service.errors());
            assertThat(line.path("level").asText()).isEqualTo("error");
            assertThat(line.path("message").asText()).startsWith("SERVICE_PORT (listen.port): 'eighty' cannot be used");
        }
    }

    static Stream<String> engines() {
        return Stream.of(System.getProperty("distributed.engines", "").split(","));
    }

    @ParameterizedTest
    @MethodSource("engines")
    void everyEngineThatItComesWithAnswers(String engine) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(dir, Map.of("SERVICE_ENGINE", engine))) {
            assertThat(service.errors()).contains(engine + " on cpu");
            HttpResponse<String> answer = service.post(
                    "/v1/systemone",
                    "{\"state\": \"I was charged twice this month, I want my money back\", " + QUESTIONS + "}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("\"choice\":\"billing\"");
            assertThat(service.errors()).doesNotContain("WARNING", "\tat ");
        }
    }

    /** Also holds for a client that prefers HTTP/2 and asks for it, as Java's does. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n"})
    void aRequestInFlightIsAnsweredBeforeTheProcessEnds(String wish) throws Exception {
        byte[] body = ("{\"state\": \"Refund me\", " + QUESTIONS + "}").getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n" + wish
                + "Content-Length: " + body.length + "\r\n\r\n";
        // Far longer than necessary, for a machine that is busy with other work.
        Map<String, String> patient =
                Map.of("SERVICE_PRELOAD", "0", "SERVICE_SHUTDOWN_GRACE_S", "100", "SERVICE_BODY_READ_TIMEOUT", "100");
        try (ServiceProcess service = ServiceProcess.start(dir, patient);
                Socket client = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(service.url()).getPort())) {
            client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            assertThat(answer.readLine()).as("admitted: its body is asked for").isEqualTo("HTTP/1.1 100 Continue");
            assertThat(answer.readLine()).isEmpty();
            service.terminate();
            Await.until("it stops", () -> service.errors().contains("stopping; requests in flight: 1"));
            client.getOutputStream().write(body);
            assertThat(answer.lines().toList())
                    .startsWith("HTTP/1.1 200 OK")
                    .last()
                    .asString()
                    .contains("\"choice\":");
            assertThat(service.exitStatus()).isEqualTo(TERMINATED);
        }
    }

    @Test
    void aRequestThatTakesLongerThanTheGraceDoesNotKeepTheProcess() throws Exception {
        Map<String, String> hasty =
                Map.of("SERVICE_THREADS", "1", "SERVICE_PRELOAD", "0", "SERVICE_SHUTDOWN_GRACE_S", "0");
        try (ServiceProcess service = ServiceProcess.start(dir, hasty)) {
            CompletableFuture<HttpResponse<String>> answer =
                    service.postAsync(HttpClient.Version.HTTP_1_1, "/v1/systemone/batch", secondsOfWork(64));
            Await.until(
                    "a checkpoint is loaded",
                    () -> !service.get("/health").body().contains("\"loaded\":[]"));
            service.terminate();
            assertThat(service.exitStatus()).isEqualTo(TERMINATED);
            HttpResponse<String> told = answer.get(1, TimeUnit.MINUTES);
            assertThat(told.statusCode()).isEqualTo(503);
            assertThat(told.headers().firstValue("Retry-After")).hasValue("1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SERVICE_PORT, eighty",
        "SERVICE_ENGINE, quick",
        "SERVICE_ENGINE, english=quick",
        "SERVICE_DEVICE, cuda:7",
        "SERVICE_CHECKPOINTS, nowhere",
        "SERVICE_API_KEY_FILE, nowhere",
        "SERVICE_APIKEY, abc",
    })
    void aMistakeInTheConfigurationIsOneLineAndStatus2(String variable, String value) throws Exception {
        expectOneLine(Map.of(variable, value), variable);
    }

    @Test
    void eachIgnoredOrClampedSettingIsOneLineAndFlagsWin() throws Exception {
        Map<String, String> variables = Map.of(
                "SERVICE_HOST", "127.0.0.1",
                "SERVICE_PORT", "eighty",
                "SERVICE_PRELOAD", "0",
                "SERVICE_THREADS", "4096",
                "SERVICE_NAME", "decisions",
                "SERVICE_REQUEST_FILE", "ask.json");
        try (ServiceProcess service = ServiceProcess.launch(dir, variables, "--port", "0")) {
            Await.until("it listens", () -> service.errors().contains("Try it:"));
            assertThat(service.errors().lines().filter(line -> line.contains("WARNING")))
                    .hasSize(2)
                    .anyMatch(line -> line.contains("SERVICE_NAME: unknown setting"))
                    .anyMatch(line -> line.contains("SERVICE_REQUEST_FILE: ignored"));
            assertThat(service.errors().lines())
                    .filteredOn(line -> line.contains("SERVICE_THREADS: 4096 threads are more than"))
                    .singleElement()
                    .asString()
                    .contains("INFO");
        }
        try (ServiceProcess version = ServiceProcess.launch(dir, Map.of(), "--version")) {
            assertThat(version.exitStatus()).isZero();
            assertThat(version.output()).matches("decision-service \\d\\S*\\R");
        }
    }

    @Test
    void aTakenPortOrAnUnknownHostIsOneLineAndTheStatusOfWhatMayPass() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            expectOneLine(Map.of("SERVICE_PORT", "" + taken.getLocalPort()), "SERVICE_PORT", NOT_NOW);
        }
        expectOneLine(Map.of("SERVICE_HOST", "no.such.host.invalid"), "SERVICE_HOST", NOT_NOW);
    }

    @Test
    void aBrokenCheckpointIsOneLineAndStatus2() throws Exception {
        Path checkpoint = dir.resolve("typed-decisions");
        Copies.copy(Testdata.tiny().resolve("typed-decisions"), checkpoint);
        Files.write(checkpoint.resolve("model.safetensors"), new byte[] {1, 2, 3});
        expectOneLine(
                Map.of("SERVICE_CHECKPOINTS", dir.toString(), "SERVICE_DEFAULT_MODEL", "typed"), "model.safetensors");
    }

    private static String secondsOfWork(int states) {
        return IntStream.range(0, states)
                // The number comes first: what differs behind the end of a row is the same row, and computed once.
                .mapToObj(i -> "\"" + i + " I was charged twice this month.".repeat(60) + "\"")
                .collect(Collectors.joining(",", "{\"states\": [", "], " + QUESTIONS + "}"));
    }

    private void expectOneLine(Map<String, String> variables, String named) throws Exception {
        expectOneLine(variables, named, MISCONFIGURED);
    }

    private void expectOneLine(Map<String, String> variables, String named, int status) throws Exception {
        // A free port, so that a service on the default port of this machine does not affect these tests.
        Map<String, String> environment = new HashMap<>(Map.of("SERVICE_HOST", "127.0.0.1", "SERVICE_PORT", "0"));
        environment.putAll(variables);
        try (ServiceProcess service = ServiceProcess.launch(dir, environment)) {
            assertThat(service.exitStatus()).isEqualTo(status);
            assertThat(service.errors().lines()).singleElement().asString().contains(named);
        }
    }
}
