// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.decisionservice.client.Questions.noul;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.decisionservice.client.DecisionException.Code;
import org.junit.jupiter.api.Test;

/** Asks what is no service, and what never ends its answer; the server's tests ask services. */
class DecisionClientTest {
    private static final NamedQuestion REFUND = noul("refund", "The customer asks for money back.");

    private static DecisionClient at(int port) {
        return DecisionClient.at(URI.create("http://127.0.0.1:" + port));
    }

    private static Code refusal(DecisionClient client) {
        return catchThrowableOfType(DecisionException.class, () -> client.ask("Refund me.", REFUND))
                .code();
    }

    @Test
    void anAnswerThatTricklesIsGivenUpWhenTheTimeIsOver() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> trickle(other));
            DecisionClient client = at(other.getLocalPort()).atOnce(1).timeout(Duration.ofSeconds(1));
            long begun = System.nanoTime();
            for (int i = 0; i < 2; i++) {
                // The first one has left the only place on the wire to the second.
                assertThat(refusal(client)).isEqualTo(Code.TIMED_OUT);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(20));
        }
    }

    /** Answers every request with a head and then, for a minute and a half, with one space every 20 ms. */
    private static void trickle(ServerSocket listener) {
        while (true) {
            try {
                Socket socket = listener.accept();
                Thread.startVirtualThread(() -> {
                    try (socket) {
                        assertThat(socket.getInputStream().read(new byte[1 << 16]))
                                .isPositive();
                        OutputStream out = socket.getOutputStream();
                        out.write(
                                "HTTP/1.1 200 OK\r\nContent-Length: 4500\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                        for (int i = 0; i < 4500; i++) {
                            out.write(' ');
                            TimeUnit.MILLISECONDS.sleep(20);
                        }
                    } catch (IOException | InterruptedException _) {
                        // The client has left.
                    }
                });
            } catch (IOException _) {
                return;
            }
        }
    }

    @Test
    void aKeyThatCannotBeSentIsRefusedAndNotShown() {
        DecisionClient client = at(1);
        for (String key :
                List.of("the-secret\nX-Other: 1", "the-secret\r", "the-secret\u00e9", "the-secret\u0436", "")) {
            assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> client.key(key)))
                    .hasMessageStartingWith("the key ")
                    .hasMessageNotContaining("the-secret");
        }
    }

    @Test
    void somethingElseIsNoService() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> answer(other, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
            assertThat(refusal(at(other.getLocalPort()))).isEqualTo(Code.UNREADABLE);
        }
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> answer(other, ""));
            assertThat(refusal(at(other.getLocalPort()).attempts(3))).isEqualTo(Code.UNREACHABLE);
        }
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class, () -> DecisionClient.at(URI.create("localhost:8000"))))
                .hasMessageContaining("http://127.0.0.1:8000");
    }

    /** Answers every request with the same bytes and closes the connection. */
    private static void answer(ServerSocket listener, String bytes) {
        while (true) {
            try (Socket socket = listener.accept()) {
                assertThat(socket.getInputStream().read(new byte[1 << 16])).isPositive();
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException _) {
                return;
            }
        }
    }
}
