// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProbeTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private static int probe(int port, Duration patience) {
        return Probe.run(new Settings.Listen("0.0.0.0", port, Duration.ZERO, Duration.ZERO), patience);
    }

    @Test
    void aRunningServiceIsHealthyWithAndWithoutAKey() throws Exception {
        try (RunningService service = RunningService.start(Map.of());
                RunningService guarded = RunningService.start(Map.of("SERVICE_API_KEY", "key"))) {
            assertThat(probe(service.port(), Probe.PATIENCE)).isZero();
            assertThat(probe(guarded.port(), Probe.PATIENCE)).isZero();
        }
    }

    @Test
    void aClosedPortIsUnhealthy() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(probe(port, Probe.PATIENCE)).isEqualTo(1);
    }

    @Test
    void aServiceThatDoesNotAnswerIsUnhealthyAfterATimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(probe(silent.getLocalPort(), SHORT)).isEqualTo(1);
        }
    }

    @Test
    void anUnexpectedAnswerIsUnhealthy() throws Exception {
        try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answers = Thread.ofVirtual().start(() -> answer(rude, "HTTP/1.1 500 no\r\n\r\n"));
            assertThat(probe(rude.getLocalPort(), Probe.PATIENCE)).isEqualTo(1);
            answers.join();
        }
    }

    private static void answer(ServerSocket server, String text) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
