// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.decisionservice.host.backend.Reloaded;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.config.Settings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call the operator's port, with a password and without one. */
class OperatorGuardTest {
    private static final String PASSWORD = "s3cret";
    private static final String CREDENTIALS = "Authorization: Basic "
            + Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

    private final AtomicInteger reloads = new AtomicInteger();
    private final AdminListener open = listener(Optional.empty(), Callers.NONE);
    private final AdminListener guarded = listener(
            Optional.of(PASSWORD), new Callers(Set.of("https://ops.example"), Set.of("decision-service", ".svc")));

    private AdminListener listener(Optional<String> password, Callers callers) {
        ServiceInfo info = new ServiceInfo("1", "2", "25", new LinkedHashMap<>(), new LinkedHashMap<>(), List.of());
        return new AdminListener(
                new Settings.Admin("127.0.0.1", 0, password),
                callers,
                () -> Phase.SERVING,
                () -> true,
                new PrometheusRegistry(),
                () -> info,
                Map.of(FilesReload.CALIBRATION, new FilesReload(() -> {
                    reloads.incrementAndGet();
                    return Optional.empty();
                })),
                Reloaded.Unknown::new);
    }

    @AfterEach
    void close() {
        open.close();
        guarded.close();
    }

    /** Returns everything that the server sends before it closes the connection. */
    private static String ask(AdminListener admin, String line, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), admin.port())) {
            String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            socket.getOutputStream()
                    .write((line + " HTTP/1.1\r\nConnection: close\r\n" + more + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /", "GET /info", "GET /metrics", "GET /health", "GET /health/ready", "GET /nope"})
    void aHostNameThatIsNotListedIsRefused(String line) throws IOException {
        for (String host : List.of("evil", "evil.example", "decision-service.evil.example")) {
            assertThat(ask(open, line, "Host: " + host))
                    .startsWith("HTTP/1.1 403 ")
                    .contains("SERVICE_ALLOWED_HOSTS", "nosniff");
            assertThat(ask(guarded, line, "Host: " + host, CREDENTIALS)).startsWith("HTTP/1.1 403 ");
        }
        assertThat(ask(open, line, "Host: localhost", "Origin: https://evil.example"))
                .startsWith("HTTP/1.1 403 ")
                .contains("SERVICE_ALLOWED_ORIGINS");
    }

    @Test
    void aFormOfAnotherSiteReloadsNothing() throws IOException {
        String line = "POST /calibration/reload";
        for (String origin : List.of("https://evil.example", "null", "http://localhost:1")) {
            assertThat(ask(open, line, "Host: localhost", "Origin: " + origin)).startsWith("HTTP/1.1 403 ");
            assertThat(ask(guarded, line, "Host: localhost", "Origin: " + origin, CREDENTIALS))
                    .startsWith("HTTP/1.1 403 ");
        }
        assertThat(reloads).hasValue(0);
        assertThat(ask(open, line, "Host: localhost")).startsWith("HTTP/1.1 200 ");
        assertThat(ask(guarded, line, "Host: localhost", "Origin: https://ops.example", CREDENTIALS))
                .startsWith("HTTP/1.1 200 ");
        assertThat(reloads).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:8001", "127.0.0.1:8001", "10.1.2.3:8001", "[::1]:8001", "decision-service", "a.b.svc"
            })
    void probesScrapesAndTheMachineItselfAreAnswered(String host) throws IOException {
        for (String path : List.of("/health/started", "/health/ready", "/health/live")) {
            assertThat(ask(guarded, "GET " + path, "Host: " + host)).startsWith("HTTP/1.1 200 ");
        }
        assertThat(ask(guarded, "GET /metrics", "Host: " + host, CREDENTIALS)).startsWith("HTTP/1.1 200 ");
        assertThat(ask(guarded, "GET /metrics", "Host: " + host)).startsWith("HTTP/1.1 401 ");
    }

    private static Optional<String> length(String answer) {
        return answer.lines().filter(line -> line.startsWith("Content-Length")).findFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/info", "/health", "/health/ready", "/nope"})
    void theAnswerToHeadHasNoContent(String path) throws IOException {
        String get = ask(open, "GET " + path, "Host: localhost");
        String head = ask(open, "HEAD " + path, "Host: localhost");
        assertThat(head).endsWith("\r\n\r\n").startsWith(get.substring(0, get.indexOf('\r')));
        assertThat(length(head)).isEqualTo(length(get)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /", "GET /metrics", "GET /health/ready", "GET /nope", "GET /{", "BREW /", "POST /info"})
    void noAnswerIsSniffed(String line) throws IOException {
        assertThat(ask(open, line, "Host: localhost")).contains("\r\nX-Content-Type-Options: nosniff\r\n");
        assertThat(ask(guarded, line, "Host: localhost")).contains("\r\nX-Content-Type-Options: nosniff\r\n");
    }

    @Test
    void noErrorQuotesTheRequest() throws IOException {
        assertThat(ask(open, "GET /<script>{", "Host: localhost")).doesNotContain("script");
        assertThat(ask(open, "GET /<script>", "Host: localhost")).doesNotContain("script");
    }
}
