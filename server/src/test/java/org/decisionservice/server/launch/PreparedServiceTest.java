// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prepare} leaves what the service opens at its next start. */
class PreparedServiceTest {
    private static final Map<String, String> ONNX = Map.of("SERVICE_ENGINE", "onnx");

    /** Random weights move further than trained ones. */
    private static final String TOLERANT = ",tolerance=1";

    private static final String REQUEST =
            "{\"state\": \"The app crashes on start.\", \"model\": \"english\", \"questions\":"
                    + " {\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}}";

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private String out() {
        return dir.resolve("out").toString();
    }

    private void opened(String precision, String served) throws Exception {
        Map<String, String> settings = new HashMap<>(ONNX);
        settings.putAll(Map.of(
                "SERVICE_PRECISION",
                precision + TOLERANT,
                "SERVICE_PREPARED",
                out(),
                "SERVICE_PRELOAD",
                "1",
                "SERVICE_ADMIN_PORT",
                "0"));
        try (LogLines lines = new LogLines();
                RunningService running = RunningService.start(settings)) {
            assertThat(lines.with("judging")).isEmpty();
            assertThat(lines.with("is opened from " + out())).hasSize(3);
            assertThat(running.post("/v1/systemone", REQUEST).statusCode()).isEqualTo(200);
            assertThat(info(running))
                    .contains("\"asked\" : \"" + precision + "\"")
                    .contains("\"served\" : \"" + served + "\"");
        }
    }

    private static String info(RunningService running) throws Exception {
        URI page =
                URI.create("http://127.0.0.1:" + running.service().adminPort().orElseThrow() + "/info");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void theServiceOpensWhatWasPrepared() throws Exception {
        assertThat(commands.run(ONNX, "prepare", "--precision", "int8" + TOLERANT, "--out", out()))
                .as(commands.complained())
                .isZero();
        assertThat(commands.printed())
                .contains("checkpoint english is prepared, and is served in int8")
                .contains("checkpoint typed-decisions is prepared, and is served in int8");
        opened("int8", "int8");
    }

    @Test
    void float32IsPreparedToo() throws Exception {
        assertThat(commands.run(ONNX, "prepare", "--precision", "float32" + TOLERANT, "--out", out()))
                .as(commands.complained())
                .isZero();
        opened("float32", "float32");
    }

    /** Whatever is fastest on this machine, the next start knows it and opens it. */
    @Test
    void theFastestPrecisionIsPrepared() throws Exception {
        assertThat(commands.run(ONNX, "prepare", "--precision", "auto" + TOLERANT, "--out", out()))
                .as(commands.complained())
                .isZero();
        String english = commands.printed()
                .lines()
                .filter(line -> line.startsWith("checkpoint english "))
                .findFirst()
                .orElseThrow();
        opened("auto", english.substring(english.lastIndexOf(' ') + 1));
    }
}
