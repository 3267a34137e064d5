// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.decisionservice.core.text.Printable;
import org.decisionservice.server.config.Settings;

/**
 * Asks the service on this machine for {@code /health}: the health check of an image that has neither a shell nor curl.
 * It uses a plain socket, because it runs every few seconds and an HTTP client costs ten times the processor time.
 */
final class Probe {
    /**
     * Shorter than the timeout of container engines for a health check, so that this program reports the result itself.
     */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int HEALTHY = 0;
    private static final int UNHEALTHY = 1;
    private static final String WANTED = "HTTP/1.1 200 ";

    private Probe() {}

    /**
     * Checks the service, and explains on standard error if it is not healthy.
     *
     * @param patience for the connection, and again for each part of the answer
     * @return the exit status: 0, or 1 if there is no answer in time or not the expected one
     */
    static int run(Settings.Listen listen, Duration patience) {
        try (Socket socket = new Socket()) {
            InetAddress host = InetAddress.getByName(listen.host());
            int millis = Math.toIntExact(patience.toMillis());
            socket.connect(
                    new InetSocketAddress(
                            host.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : host, listen.port()),
                    millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream()
                    .write("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String start = new String(socket.getInputStream().readNBytes(WANTED.length()), StandardCharsets.US_ASCII);
            if (start.equals(WANTED)) {
                return HEALTHY;
            }
            System.err.println("not healthy: " + (start.isEmpty() ? "no answer" : Printable.of(start.strip())));
        } catch (IOException e) {
            System.err.println("not healthy: " + e.getMessage());
        }
        return UNHEALTHY;
    }
}
