// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calibrations that are read again while requests are in progress. */
class CalibrationReloadTest {
    private static final String REQUEST = "{\"state\": \"The app crashes on start.\", \"model\": \"english\","
            + " \"questions\": {\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}}";
    private static final int CLIENTS = 4;
    private static final int RELOADS = 40;

    @TempDir
    private Path dir;

    private static String calibration(int temperature) {
        return "{\"temperature\": [1, 1, %d]}".formatted(temperature);
    }

    private static String answer(RunningService running) throws Exception {
        return answer(running, REQUEST);
    }

    private static String answer(RunningService running, String request) throws Exception {
        HttpResponse<String> response = running.post("/v1/systemone", request);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        String body = response.body();
        return body.substring(body.indexOf("\"noul\":"), body.indexOf("\"confidence\""));
    }

    @Test
    void aStateHasTheTemperatureOfItsLanguage() throws Exception {
        Path file = Files.writeString(
                dir.resolve("calibration.json"),
                "{\"temperature\": [1, 1, 1], \"lang_temperatures\": {\"de\": {\"temperature\": [1, 1, 5]}}}");
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", "english=" + file))) {
            String plain = answer(running, REQUEST);
            assertThat(answer(running, REQUEST.replace("{\"state\"", "{\"lang\": \"fr\", \"state\"")))
                    .isEqualTo(plain);
            assertThat(answer(running, REQUEST.replace("{\"state\"", "{\"lang\": \"de-AT\", \"state\"")))
                    .isNotEqualTo(plain);
        }
    }

    @Test
    void noRequestFailsAndEachHasTheOldOrTheNew() throws Exception {
        Path file = Files.writeString(dir.resolve("calibration.json"), calibration(1));
        try (RunningService running =
                        RunningService.start(Map.of("SERVICE_FITTED", "english=" + file, "SERVICE_ADMIN_PORT", "0"));
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            String old = answer(running);
            Files.writeString(file, calibration(5));
            assertThat(running.operate("/calibration/reload").statusCode()).isEqualTo(200);
            String other = answer(running);
            assertThat(other).isNotEqualTo(old);

            AtomicBoolean enough = new AtomicBoolean();
            List<Future<Integer>> sent = new ArrayList<>();
            Callable<Integer> sending = () -> {
                int count = 0;
                while (!enough.get()) {
                    assertThat(answer(running)).isIn(Set.of(old, other));
                    count++;
                }
                return count;
            };
            for (int i = 0; i < CLIENTS; i++) {
                sent.add(clients.submit(sending));
            }
            for (int i = 0; i < RELOADS; i++) {
                Files.writeString(file, calibration(i % 2 == 0 ? 1 : 5));
                assertThat(running.operate("/calibration/reload").statusCode()).isEqualTo(200);
            }
            enough.set(true);
            for (Future<Integer> each : sent) {
                assertThat(each.get()).isPositive();
            }

            assertThat(answer(running)).isEqualTo(other);
            Files.writeString(file, "{\"temperature\": [1]}");
            HttpResponse<String> refused = running.operate("/calibration/reload");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("list of three numbers");
            assertThat(answer(running)).isEqualTo(other);
        }
    }

    /** Upstream's files name the configuration of their checkpoint. */
    @Test
    void aFileOfAnotherConfigurationIsRefused() throws Exception {
        Path file = Files.writeString(
                dir.resolve("calibration.json"),
                "{\"version\": 2, \"temperature\": [1, 1, 1], \"config\": {\"model_name\": \"another\"}}");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_FITTED", "english=" + file)))
                .withMessageContaining("was made for another configuration, which english does not have");
    }
}
