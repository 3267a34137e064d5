// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.decisionservice.server.testing.ServiceProcess;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dates of answers on a machine that keeps the time of India. */
class DatesIT {
    @TempDir
    private Path dir;

    /** The values of {@code Date} in the answer to a request, which may be no HTTP. */
    private static List<String> dates(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.lines()
                    .takeWhile(line -> !line.isEmpty())
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("date:"))
                    .map(line -> line.substring("date:".length()).strip())
                    .toList();
        }
    }

    private static void areNow(List<String> dates, String of) {
        assertThat(dates).as(of).hasSize(1);
        String date = dates.getFirst();
        assertThat(date).as(of).matches("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT");
        ZonedDateTime sent = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
        assertThat(Duration.between(sent, Instant.now().atZone(ZoneOffset.UTC)).abs())
                .as(of)
                .isLessThan(Duration.ofMinutes(2));
    }

    @Test
    void everyAnswerHasOneDateInGmt() throws Exception {
        int operator;
        try (ServerSocket free = new ServerSocket(0)) {
            operator = free.getLocalPort();
        }
        try (ServiceProcess service = ServiceProcess.start(
                dir,
                Map.of(
                        "TZ",
                        "Asia/Kolkata",
                        "SERVICE_CHECKPOINTS",
                        Testdata.tiny().toString(),
                        "SERVICE_PRELOAD",
                        "0",
                        "SERVICE_ADMIN_PORT",
                        Integer.toString(operator)))) {
            int port = URI.create(service.url()).getPort();
            String end = " HTTP/1.1\nHost: localhost\nConnection: close\n\n";
            for (String request : List.of(
                    "GET /health" + end,
                    "GET /nowhere" + end,
                    "GET /docs" + end,
                    "GET /v1/systemone" + end,
                    "POST /v1/systemone" + end,
                    "no request\n\n",
                    "PRI * HTTP/2.0\n\nSM\n\n")) {
                areNow(dates(port, request), request);
            }
            for (String request :
                    List.of("GET /health/live" + end, "GET /metrics" + end, "GET /nowhere" + end, "no request\n\n")) {
                areNow(dates(operator, request), "operator: " + request);
            }
        }
    }
}
