// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.decisionservice.host.DecisionService.Timings;
import org.decisionservice.host.RequestClass;
import org.decisionservice.server.config.SettingsReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what reaches a collector, by searching its protobuf for the bytes of ids and names. */
class RequestTracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    private final Queue<Map.Entry<String, byte[]>> received = new ConcurrentLinkedQueue<>();
    private final Queue<String> headers = new ConcurrentLinkedQueue<>();
    private HttpServer collector;

    @BeforeEach
    void listen() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            headers.addAll(exchange.getRequestHeaders().getOrDefault("X-Tenant", List.of()));
            received.add(Map.entry(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void leave() {
        collector.stop(0);
    }

    private static FinishedRequest request(Optional<String> traceparent, Optional<Effort> effort) {
        return new FinishedRequest(
                "id-1",
                GuardedRoute.SINGLE,
                200,
                Ending.ANSWERED,
                Duration.ofMillis(20),
                traceparent,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                RequestClass.INTERACTIVE,
                Duration.ZERO,
                effort);
    }

    private static Optional<Effort> effort() {
        Timings timings =
                new Timings(Duration.ofMillis(2), Duration.ofMillis(3), Duration.ofMillis(4), Duration.ofMillis(6));
        return Optional.of(new Effort("english", 2, 50, 0, Duration.ofMillis(18), timings));
    }

    /** Returns everything the collector received until the traces were closed, one character per byte. */
    private String sent(FinishedRequest... requests) {
        return sent(Map.of(), requests);
    }

    /** The same with some variables of OpenTelemetry. */
    private String sent(Map<String, String> variables, FinishedRequest... requests) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + collector.getAddress().getPort());
        Export export =
                SettingsReader.read(environment, Path.of("none.yaml")).traces().orElseThrow();
        try (RequestTraces traces = new RequestTraces(export, "1.2.3", InstantSource.system())) {
            for (FinishedRequest request : requests) {
                traces.finished(request);
            }
        }
        StringBuilder all = new StringBuilder();
        for (Map.Entry<String, byte[]> post : received) {
            assertThat(post.getKey()).isEqualTo("/v1/traces");
            all.append(new String(post.getValue(), StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }

    private static String raw(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aRequestAndItsStepsContinueTheClientsTrace() {
        String sent = sent(request(Optional.of("00-" + TRACE + "-" + PARENT + "-01"), effort()));
        assertThat(sent)
                .contains(raw(TRACE), raw(PARENT), "POST /v1/systemone", "pack", "queue", "load", "inference")
                .contains("decision-service", "1.2.3", "id-1", "english", "answered")
                .contains(
                        "openinference.span.kind", "DECISION", "decision.system", "typesafe", "gen_ai.response.model");
        assertThat(sent.split(raw(TRACE), -1)).as("five spans, one trace").hasSize(6);
    }

    @Test
    void withoutAValidTraceparentANewTraceBegins() {
        assertThat(sent(request(Optional.empty(), Optional.empty()))).contains("POST /v1/systemone");
        received.clear();
        assertThat(sent(request(Optional.of("00-nonsense"), Optional.empty())))
                .contains("POST /v1/systemone")
                .doesNotContain("nonsense", "queue");
    }

    @Test
    void aTraceThatBeginsHereHasTheIdInTheLogLine() {
        FinishedRequest request = new FinishedRequest(
                "id-1",
                GuardedRoute.SINGLE,
                200,
                Ending.ANSWERED,
                Duration.ofMillis(20),
                Optional.empty(),
                Optional.of(TRACE),
                Optional.empty(),
                Optional.empty(),
                RequestClass.INTERACTIVE,
                Duration.ZERO,
                effort());
        assertThat(sent(request).split(raw(TRACE), -1))
                .as("five spans, one trace")
                .hasSize(6);
    }

    @Test
    void aTraceThatTheClientDoesNotSampleIsNotSent() {
        assertThat(sent(request(Optional.of("00-" + TRACE + "-" + PARENT + "-00"), effort())))
                .isEmpty();
    }

    @Test
    void variablesOfOpenTelemetryCount() {
        String sent = sent(
                Map.of(
                        "OTEL_SERVICE_NAME", "decisions-eu",
                        "OTEL_RESOURCE_ATTRIBUTES", "service.name=other,deployment.environment=pre%20production",
                        "OTEL_EXPORTER_OTLP_HEADERS", "x-tenant = a+b%3D"),
                request(Optional.empty(), effort()));
        assertThat(sent)
                .contains("decisions-eu", "deployment.environment", "pre production")
                .doesNotContain("other");
        assertThat(headers).containsOnly("a+b=");
    }

    @Test
    void samplerDecidesAboutTracesThatBeginHere() {
        FinishedRequest own = request(Optional.empty(), effort());
        FinishedRequest clients = request(Optional.of("00-" + TRACE + "-" + PARENT + "-01"), effort());
        assertThat(sent(Map.of("OTEL_TRACES_SAMPLER", "always_off"), own, clients))
                .isEmpty();
        assertThat(sent(Map.of("OTEL_TRACES_SAMPLER", "parentbased_always_off"), own))
                .isEmpty();
        assertThat(sent(Map.of("OTEL_TRACES_SAMPLER", "parentbased_always_off"), clients))
                .contains(raw(TRACE));
        received.clear();
        FinishedRequest[] many = new FinishedRequest[400];
        Arrays.setAll(many, _ -> request(Optional.empty(), Optional.empty()));
        String quarter = sent(Map.of("OTEL_TRACES_SAMPLER", "traceidratio", "OTEL_TRACES_SAMPLER_ARG", "0.25"), many);
        assertThat(quarter.split("POST /v1/systemone", -1).length - 1).isBetween(50, 150);
    }

    @Test
    void anUnreachableCollectorDelaysNeitherRequestsNorShutdown() {
        collector.stop(0);
        FinishedRequest[] moreThanTheQueueHolds = new FinishedRequest[5_000];
        Arrays.fill(moreThanTheQueueHolds, request(Optional.empty(), effort()));
        long start = System.nanoTime();
        assertThat(sent(moreThanTheQueueHolds)).isEmpty();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(took)
                .as("the exporter itself would try for longer")
                .isLessThan(RequestTraces.LAST_EXPORT.plusSeconds(4));
    }
}
