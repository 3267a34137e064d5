// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.backend.Reloaded;
import org.decisionservice.host.gate.PrecisionReport;
import org.decisionservice.host.residency.ServedPrecision;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.Settings;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminListenerTest {
    /** What a Prometheus that reads native histograms would like best. */
    private static final String PROTOBUF =
            "'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.SERVING);
    private final PrometheusRegistry registry = new PrometheusRegistry();

    private boolean loadable = true;
    private Optional<String> kept = Optional.empty();

    private AdminListener open(Optional<String> password) {
        ServiceInfo info = new ServiceInfo(
                "1.2.3",
                "sha256:0123456789ab",
                "25",
                new LinkedHashMap<>(Map.of("onnx", List.of("engine-onnx-1.jar"))),
                checkpoints(),
                List.of(
                        new EffectiveSettings.Entry("listen.port", Optional.of("8000"), Optional.of("SERVICE_PORT")),
                        new EffectiveSettings.Entry("compute.threads", Optional.empty(), Optional.empty())));
        return new AdminListener(
                new Settings.Admin("127.0.0.1", 0, password),
                Callers.NONE,
                phase::get,
                () -> loadable,
                registry,
                () -> info,
                Map.of(FilesReload.CALIBRATION, new FilesReload(() -> kept)),
                name -> new Reloaded.Unknown(name));
    }

    private static SequencedMap<String, ServiceInfo.Served> checkpoints() {
        SequencedMap<String, ServiceInfo.Served> checkpoints = new LinkedHashMap<>();
        PrecisionReport report = new PrecisionReport(49, 0.0625, 0.03125, 0.125, 1, false);
        checkpoints.put(
                "english",
                new ServiceInfo.Served(
                        "bundled",
                        "onnx on cpu",
                        "auto",
                        Optional.of(new ServedPrecision(
                                Device.CPU,
                                Precision.FLOAT32,
                                Optional.of(report),
                                Optional.of(new TreeMap<>(Map.of(Precision.FLOAT32, 0.5, Precision.INT8, 0.75))))),
                        Optional.of("c0ffee"),
                        Optional.of("1ea4")));
        checkpoints.put(
                "multilingual",
                new ServiceInfo.Served(
                        "hub", "onnx on cpu", "int8", Optional.empty(), Optional.empty(), Optional.empty()));
        return checkpoints;
    }

    private static HttpResponse<String> get(AdminListener admin, String path, Optional<String> credentials)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path));
        credentials.ifPresent(c -> request.header(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(c.getBytes(StandardCharsets.UTF_8))));
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void probesFollowThePhase() throws Exception {
        try (AdminListener admin = open(Optional.empty())) {
            for (Phase now : Phase.values()) {
                phase.set(now);
                assertThat(get(admin, "/health/started", Optional.empty()).statusCode())
                        .as("startup while %s", now)
                        .isEqualTo(now == Phase.STARTING || now == Phase.FAILED ? 503 : 200);
                assertThat(get(admin, "/health/ready", Optional.empty()).statusCode())
                        .as("readiness while %s", now)
                        .isEqualTo(now == Phase.SERVING ? 200 : 503);
                assertThat(get(admin, "/health/live", Optional.empty()).statusCode())
                        .as("liveness while %s", now)
                        .isEqualTo(now == Phase.FAILED ? 503 : 200);
            }
        }
    }

    @Test
    void aServiceThatCannotLoadWhatItServesIsNotReadyButStartedAndLive() throws Exception {
        loadable = false;
        try (AdminListener admin = open(Optional.empty())) {
            assertThat(get(admin, "/health/ready", Optional.empty()).statusCode())
                    .isEqualTo(503);
            assertThat(get(admin, "/health/started", Optional.empty()).statusCode())
                    .isEqualTo(200);
            assertThat(get(admin, "/health/live", Optional.empty()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void metricsComeInTheFormatThatIsAskedFor() throws Exception {
        Counter.builder().name("things_total").help("Things").register(registry).inc(3);
        try (AdminListener admin = open(Optional.empty())) {
            HttpResponse<String> page = get(admin, "/metrics", Optional.empty());
            assertThat(page.headers().firstValue("content-type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
            assertThat(page.body()).contains("# TYPE things_total counter\nthings_total 3.0\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        PROTOBUF
                + ";q=0.6,application/openmetrics-text;q=0.5,text/plain;q=0.2,*/*;q=0.1', application/openmetrics-text",
        PROTOBUF + "', text/plain",
        "application/openmetrics-text, application/openmetrics-text",
        "nonsense, text/plain",
        "*/*, text/plain"
    })
    void whoeverWouldRatherHaveABinaryFormatGetsText(String accept, String type) throws Exception {
        Counter.builder().name("things_total").help("Things").register(registry).inc(3);
        try (AdminListener admin = open(Optional.empty());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> page = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + "/metrics"))
                            .header("Accept", accept)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith(type);
            assertThat(page.body()).contains("things_total 3.0");
        }
    }

    @Test
    void aMetricThatCannotBeReadIsMissingAndTheOthersAreShown() throws Exception {
        Counter.builder().name("things_total").help("Things").register(registry).inc(3);
        CounterWithCallback.builder()
                .name("lost_seconds_total")
                .help("Less than nothing, which no counter is")
                .labelNames("checkpoint")
                .callback(now -> now.call(-1, "english"))
                .register(registry);
        GaugeWithCallback.builder()
                .name("broken")
                .help("Fails")
                .callback(_ -> {
                    throw new IllegalStateException("planned");
                })
                .register(registry);
        JvmMetrics.builder().register(registry);
        try (AdminListener admin = open(Optional.empty());
                LogLines lines = new LogLines("org.decisionservice.server.admin.MetricsPage")) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> page = get(admin, "/metrics", Optional.empty());
                assertThat(page.statusCode()).isEqualTo(200);
                assertThat(page.body())
                        .contains("things_total 3.0", "jvm_memory_used_bytes")
                        .doesNotContain("lost_seconds", "broken");
            }
            assertThat(lines.with("left out of /metrics"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("lost_seconds", "broken (planned)");
        }
    }

    @Test
    void theRootListsThePagesAndEachOfThemExists() throws Exception {
        try (AdminListener admin = open(Optional.empty())) {
            HttpResponse<String> index = get(admin, "/", Optional.empty());
            assertThat(index.statusCode()).isEqualTo(200);
            assertThat(index.headers().firstValue("content-type").orElseThrow()).startsWith("text/html");
            List<String> pages = Pattern.compile("href=\"([^\"]+)\"")
                    .matcher(index.body())
                    .results()
                    .map(match -> "/" + match.group(1))
                    .toList();
            assertThat(pages)
                    .containsExactly(
                            "/health", "/health/started", "/health/ready", "/health/live", "/metrics", "/info");
            for (String page : pages) {
                assertThat(get(admin, page, Optional.empty()).statusCode())
                        .as(page)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void healthListsEachCheckOnce() throws Exception {
        try (AdminListener admin = open(Optional.empty())) {
            String health = get(admin, "/health", Optional.empty()).body();
            for (String name : List.of("started", "ready", "live")) {
                assertThat(health).containsOnlyOnce("\"" + name + "\"");
            }
        }
    }

    private static HttpResponse<String> reload(AdminListener admin) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + "/calibration/reload"))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void reloadingCalibrationsNeedsThePassword() throws Exception {
        try (AdminListener admin = open(Optional.empty())) {
            assertThat(reload(admin).body()).isEqualTo("{\"reloaded\":true}");
            kept = Optional.of("no such file");
            HttpResponse<String> refused = reload(admin);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).isEqualTo("{\"reloaded\":false,\"detail\":\"no such file\"}");
            assertThat(get(admin, "/calibration/reload", Optional.empty()).statusCode())
                    .isIn(404, 405);
        }
        try (AdminListener admin = open(Optional.of("secret"))) {
            assertThat(reload(admin).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void infoNamesWhatRuns() throws Exception {
        try (AdminListener admin = open(Optional.empty())) {
            assertThat(get(admin, "/info", Optional.empty()).body().replaceAll("\\s+", ""))
                    .isEqualTo("{\"version\":\"1.2.3\",\"build\":\"sha256:0123456789ab\",\"java\":\"25\","
                            + "\"engines\":{\"onnx\":[\"engine-onnx-1.jar\"]},"
                            + "\"checkpoints\":{\"english\":{\"origin\":\"bundled\",\"computed_by\":\"onnxoncpu\","
                            + "\"device\":\"cpu\",\"calibration\":\"c0ffee\",\"learned\":\"1ea4\","
                            + "\"precision\":{\"asked\":\"auto\",\"served\":\"float32\",\"largest\":0.0625,"
                            + "\"percentile_99\":0.03125,\"largest_act\":0.125,\"changed_decisions\":1,\"rows\":49,"
                            + "\"seconds\":{\"float32\":0.5,\"int8\":0.75}}},"
                            + "\"multilingual\":{\"origin\":\"hub\",\"computed_by\":\"onnxoncpu\",\"device\":null,"
                            + "\"calibration\":null,\"learned\":null,"
                            + "\"precision\":{\"asked\":\"int8\",\"served\":null}}},"
                            + "\"configuration\":{\"listen.port\":{\"value\":\"8000\",\"from\":\"SERVICE_PORT\"},"
                            + "\"compute.threads\":{\"value\":null,\"from\":null}}}");
        }
    }

    @Test
    void aPasswordIsAskedForOnEveryPathButTheProbes() throws Exception {
        try (AdminListener admin = open(Optional.of("päss:word"))) {
            for (String path : List.of("/health/started", "/health/ready", "/health/live")) {
                assertThat(get(admin, path, Optional.empty()).statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
            List<String> guarded = List.of(
                    "/",
                    "/health",
                    "/health/",
                    "/health/check/decisions",
                    "/health/live/",
                    "/health/live/decisions",
                    "/health/ready/../../info",
                    "/health/live%2f..%2f..%2finfo",
                    "/health/live/../../metrics",
                    "/metrics",
                    "/info",
                    "//info",
                    "/nowhere",
                    "/no/where");
            for (String path : guarded) {
                HttpResponse<String> refused = get(admin, path, Optional.empty());
                assertThat(refused.statusCode()).as(path).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate").orElse(""))
                        .startsWith("Basic");
                assertThat(get(admin, path, Optional.of("admin:wrong")).statusCode())
                        .isEqualTo(401);
                assertThat(get(admin, path, Optional.of("root:päss:word")).statusCode())
                        .isEqualTo(401);
            }
            for (String path : List.of("/health/ready", "/metrics", "/info")) {
                assertThat(get(admin, path, Optional.of("admin:päss:word")).statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
        }
    }
}
