// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends text that would forge, hide or turn around log lines to every route, and reads every line of every log. */
class HostileLogTest {
    private static final Logger ROOT = Logger.getLogger("");
    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
    private static final Pattern REQUEST = Pattern.compile("request( [a-z_]+=([\\w.:/+-]+|\"([^\"\\\\]|\\\\.)*\"))+");
    private static final String ID = "1;status=200 outcome=answered \\\" route=\"x\" 'y' {0}";

    /** What JSON escapes bring in: line breaks, terminal commands, bidirectional controls, and what cannot be seen. */
    private static final String[] TEXTS = {
        "a\\n2026-01-01T00:00:00.000+0000 ERROR x: forged",
        "\\r\\n\\u0085\\u2028\\u2029",
        "\\u001b[2J\\u009b2J\\u0007",
        "\\u202e\\u2066\\u2069\\u200f",
        "\\u200b\\u2060\\ufeff\\u00ad\\u3164",
        "', 'b' \\\" = ; {0}",
        "\\ud83d\\ude00 \\udb40\\udc41"
    };

    @TempDir
    private Path dir;

    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Handler memory = new Handler() {
        @Override
        public void publish(LogRecord line) {
            records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        memory.setLevel(Level.ALL);
        ROOT.addHandler(memory);
    }

    @AfterEach
    void leave() {
        ROOT.removeHandler(memory);
    }

    private static String ask(int port, String line, String body, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            String host = more.contains("Host:") ? "" : "Host: localhost\r\n";
            socket.getOutputStream()
                    .write((line + " HTTP/1.1\r\n" + host + "X-Request-Id: " + ID
                                    + "\r\nConnection: close\r\nContent-Length: " + content.length + "\r\n" + more
                                    + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(content);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String question(String id) {
        return "\"questions\": {\"" + id + "\": {\"type\": \"noul\", \"instructions\": \"" + id + "\"}}}";
    }

    private static void attack(RunningService running) throws IOException {
        int port = running.port();
        int admin = running.service().adminPort().orElseThrow();
        for (String text : TEXTS) {
            String state = "{\"model\": \"english\", \"state\": \"" + text + "lost ".repeat(2000) + "\", ";
            assertThat(ask(port, "POST /v1/systemone", state + question("q" + text)))
                    .startsWith("HTTP/1.1 200 ");
            ask(port, "POST /v1/systemone/batch", state.replace("\"state\": ", "\"states\": ") + question(text));
            ask(
                    port,
                    "POST /v1/systemone",
                    state.replace("english", text) + question(text).replace("noul", text));
        }
        String bytes = "\u0085\u009b2J\u00ad;\"x\" a=b";
        for (String line : List.of("GET /health", "GET /nope", "POST /v1/systemone", "GET /", "GET /docs", "BREW /")) {
            for (int open : new int[] {port, admin}) {
                ask(open, line, "{}", "Origin: http://" + bytes);
                ask(open, line, "{}", "Host: " + bytes);
                ask(open, line, "{}", "traceparent: " + bytes, "Content-Encoding: " + bytes, "Accept: " + bytes);
                ask(open, line + "?" + "%0aERROR%E2%80%AE", "{}");
                ask(open, line + "/%0aERROR%E2%80%AE", "{}");
            }
        }
        ask(admin, "POST /checkpoints/%0aERROR%E2%80%AE;x=1/reload", "");
    }

    @Test
    void everyLineOfEveryLogIsOneLineThatShowsWhatItHolds() throws Exception {
        Path decisions = dir.resolve("decisions.jsonl");
        try (RunningService running = RunningService.start(Map.of(
                "SERVICE_STRICT", "1",
                "SERVICE_ADMIN_PORT", "0",
                "SERVICE_DECISION_LOG", decisions + ",states=text"))) {
            attack(running);
            Await.until(
                    "the last request is logged",
                    () -> records.stream().filter(this::isRequest).count() >= 3L * TEXTS.length);
        }
        ObjectMapper json = new ObjectMapper();
        assertThat(records).anyMatch(line -> text(line).contains(" tokens for 1 question(s): "));
        for (LogRecord line : records) {
            String[] lines = new LogFormatter().format(line).split("\n", -1);
            assertThat(lines[0]).doesNotContainPattern(HIDDEN);
            assertThat(lines).hasSizeLessThanOrEqualTo(line.getThrown() == null ? 2 : 1000);
            if (isRequest(line)) {
                assertThat(text(line)).matches(REQUEST).contains(" status=");
            }
            String object = LogFormatter.json().format(line);
            assertThat(object.strip()).doesNotContainPattern(HIDDEN);
            assertThat(json.readTree(object).path("level").asText()).isNotEmpty();
        }
        assertThat(Files.readAllLines(decisions)).isNotEmpty().allSatisfy(line -> {
            assertThat(line).doesNotContainPattern(HIDDEN);
            assertThat(json.readTree(line).path("request_id").asText()).isEqualTo(ID);
        });
    }

    private boolean isRequest(LogRecord line) {
        return text(line).startsWith("request request_id=");
    }

    private static String text(LogRecord line) {
        return new LogFormatter().formatMessage(line);
    }
}
