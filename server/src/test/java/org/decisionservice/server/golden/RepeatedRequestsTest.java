// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.launch.Home;
import org.decisionservice.server.launch.Service;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends every recorded request that is answered to a server with a cache, again and again. */
class RepeatedRequestsTest {
    private static final List<GoldenCase> ANSWERED =
            GoldenCase.some(GoldenCase.readAll(Testdata.tiny().resolveSibling("golden/respond_dev.jsonl")).stream()
                    .filter(c ->
                            c.environment().equals("default") && c.session().isEmpty())
                    .filter(c -> c.expected().status() == 200 && c.path().startsWith("/v1/"))
                    .toList());

    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(strings = {"onnx", "second"})
    void areAnsweredWithTheSameBytesAsWithoutACache(String engine) throws Exception {
        String name = engine.equals("onnx") ? engine : Objects.requireNonNull(System.getProperty("second.engine"));
        Map<String, String> variables = new HashMap<>(RecordedSettings.of(ANSWERED.getFirst()));
        variables.put("SERVICE_ENGINE", GuardedProvider.guarded(name));
        variables.put("SERVICE_ADMIN_PORT", "0");
        Map<String, String> plain;
        try (Service service = start(variables)) {
            plain = bodies(service, ANSWERED);
        }
        variables.put("SERVICE_CACHE_MB", "4");
        try (Service service = start(variables)) {
            assertThat(bodies(service, ANSWERED)).isEqualTo(plain);
            double computed = rows(service, "computed");
            assertThat(bodies(service, ANSWERED.reversed())).isEqualTo(plain);
            assertThat(rows(service, "computed"))
                    .as("rows of requests that came before")
                    .isEqualTo(computed);
            assertThat(rows(service, "found")).isGreaterThanOrEqualTo(computed);
        }
    }

    private Service start(Map<String, String> variables) {
        return Service.start(SettingsReader.read(variables, Testdata.configuration()), List.of(), new Home(home));
    }

    /** By the id of their request. */
    private static Map<String, String> bodies(Service service, List<GoldenCase> requests) throws Exception {
        GoldenClient client = new GoldenClient(service.port());
        Map<String, String> bodies = new LinkedHashMap<>();
        for (GoldenCase request : requests) {
            bodies.put(request.id(), client.send(request).body());
        }
        return bodies;
    }

    private static double rows(Service service, String outcome) throws Exception {
        URI metrics = URI.create("http://127.0.0.1:" + service.adminPort().orElseThrow() + "/metrics");
        try (HttpClient client = HttpClient.newHttpClient()) {
            String line = "decision_cache_rows_total{outcome=\"" + outcome + "\"} ";
            return client.send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(each -> each.startsWith(line))
                    .mapToDouble(each -> Double.parseDouble(each.substring(line.length())))
                    .sum();
        }
    }
}
