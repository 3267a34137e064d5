// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;

/** A service that a proxy or a fault has slowed down; what services answer is read in the server's tests. */
class HttpAnswererTest {
    private static final byte[] BODY = "{\"answers\": {}}".getBytes(StandardCharsets.US_ASCII);

    /** Trickles for a minute and a half to whoever comes first, and answers the others. */
    private static void answer(ServerSocket listener) {
        for (boolean first = true; ; first = false) {
            boolean slow = first;
            try {
                Socket socket = listener.accept();
                Thread.startVirtualThread(() -> answer(socket, slow));
            } catch (IOException _) {
                return;
            }
        }
    }

    private static void answer(Socket socket, boolean slow) {
        try (socket) {
            assertThat(socket.getInputStream().read(new byte[1 << 16])).isPositive();
            OutputStream out = socket.getOutputStream();
            int length = slow ? 4500 : BODY.length;
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            if (!slow) {
                out.write(BODY);
                return;
            }
            for (int i = 0; i < length; i++) {
                out.write(' ');
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (IOException | InterruptedException _) {
            // The client has left.
        }
    }

    @Test
    void anAnswerThatTricklesIsAskedForAgain() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HttpAnswerer answerer = new HttpAnswerer(
                        "http://127.0.0.1:" + listener.getLocalPort(), Optional.empty(), 1, Duration.ofSeconds(1))) {
            Thread.startVirtualThread(() -> answer(listener));
            long begun = System.nanoTime();
            assertThat(answerer.begin(new byte[] {'{', '}'}, 2).get().body()).isEqualTo(BODY);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void aKeyThatCannotBeSentIsRefusedAndNotShown() {
        for (String key : List.of("the-secret\nX-Other: 1", "the-secret\u00e9", "the-secret\u0436")) {
            assertThat(catchThrowableOfType(
                            ConfigurationException.class,
                            () -> new HttpAnswerer("http://127.0.0.1:1", Optional.of(key), 1)))
                    .hasMessageContaining("the key has a character")
                    .hasMessageNotContaining("the-secret");
        }
    }
}
