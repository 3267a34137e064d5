// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service that is stopped with less time than its requests need. */
@Timeout(120)
class StoppingTest {
    private static final Logger LOG = Logger.getLogger("org.decisionservice");

    /** 4,096 rows of 512 tokens, which plain Java computes for minutes. */
    private static String large() {
        StringBuilder questions = new StringBuilder();
        for (int i = 0; i < 64; i++) {
            questions
                    .append(i == 0 ? "" : ", ")
                    .append("\"q")
                    .append(i)
                    .append("\": {\"type\": \"noul\", \"instructions\": \"Is it ")
                    .append(i)
                    .append("?\"}");
        }
        // Equal ones would be computed once.
        String states = IntStream.range(0, 64)
                .mapToObj(n -> "\"" + n + " word".repeat(600) + "\"")
                .collect(Collectors.joining(", "));
        return "{\"states\": [" + states + "], \"questions\": {" + questions + "}}";
    }

    /** A proxy that probes readiness has the drain to notice; until it does, its requests are answered. */
    @Test
    void drainingServiceIsNotReadyAndAnswers() throws Exception {
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_DRAIN_S", "20", "SERVICE_ADMIN_PORT", "0"))) {
            Thread stop = Thread.ofPlatform().start(running.service()::stop);
            while (running.inspect("/health/ready").statusCode() == 200) {
                Thread.sleep(10);
            }
            assertThat(running.inspect("/health/live").statusCode()).isEqualTo(200);
            assertThat(running.post("/v1/systemone", "{\"state\": \"x\", \"questions\": {}}")
                            .statusCode())
                    .isEqualTo(200);
            stop.interrupt();
            stop.join();
        }
    }

    @Test
    void requestsBeyondTheGraceAreRefusedWithRetryAfterAndNotLoggedAsFailures() throws Exception {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                records.add(entry);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LOG.addHandler(handler);
        try (RunningService running = RunningService.start(Map.of("SERVICE_SHUTDOWN_GRACE_S", "0"));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
            byte[] body = large().getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream()
                    .write(("POST /v1/systemone/batch HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                                    + "Content-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answer.readLine()).as("admitted: its body is asked for").isEqualTo("HTTP/1.1 100 Continue");
            assertThat(answer.readLine()).isEmpty();
            socket.getOutputStream().write(body);
            running.service().close();
            List<String> lines = answer.lines().toList();
            assertThat(lines).first().asString().startsWith("HTTP/1.1 503 ");
            assertThat(lines)
                    .contains("Retry-After: 1", "Connection: close", "{\"detail\":\"server busy, try again later\"}");
        } finally {
            LOG.removeHandler(handler);
        }
        assertThat(records).noneMatch(entry -> entry.getThrown() != null);
        List<String> warnings = records.stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogRecord::getMessage)
                // What the tiny checkpoints have that is replaced is said when they are read.
                .filter(message -> !message.startsWith("checkpoint "))
                .toList();
        assertThat(warnings).singleElement().asString().contains("SERVICE_SHUTDOWN_GRACE_S");
    }
}
