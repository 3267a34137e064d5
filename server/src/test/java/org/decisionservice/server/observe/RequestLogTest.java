// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what the log says about requests, and what it must never say. */
class RequestLogTest {
    private static final Logger LOGGER = Logger.getLogger("org.decisionservice");
    private static final String KEY = "k3y-nobody-may-read";
    private static final String ASK = """
        {"state": "Zebedee lost his parcel", "model": "english", "questions": {
          "whose": {"type": "choice", "instructions": "Ermintrude asks",
            "criteria": {"dougal": "Florence", "dylan": ""}},
          "lost": {"type": "noul", "instructions": "Brian knows"}}}\
        """;
    private static final String[] PRIVATE = {
        KEY, "Zebedee", "parcel", "Ermintrude", "dougal", "Florence", "dylan", "Brian", "whose", "teapot"
    };

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
        LOGGER.addHandler(memory);
    }

    @AfterEach
    void leave() {
        LOGGER.removeHandler(memory);
    }

    private static int post(RunningService running, String key, String id, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + running.port() + path))
                .header("Authorization", "Bearer " + key)
                .header("X-Request-Id", id)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }
    }

    /** Returns the line about a request, which is written after the client has its answer. */
    private String line(String id) {
        return Await.value(
                "a line about " + id,
                () -> records.stream()
                        .map(line -> new LogFormatter().formatMessage(line))
                        .filter(text -> text.startsWith("request request_id=" + id + " "))
                        .findFirst());
    }

    @Test
    void everyRequestHasOneLineAndNoneSaysWhatWasAsked() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_API_KEY", KEY))) {
            assertThat(post(running, KEY, "good-1", "/v1/systemone", ASK)).isEqualTo(200);
            assertThat(line("good-1"))
                    .matches("request request_id=good-1 route=single status=200 outcome=answered checkpoint=english"
                            + " rows=2 tokens=\\d+ truncated=0 pack_ms=[0-9.]+ wait_ms=[0-9.]+"
                            + " load_ms=[0-9.]+ inference_ms=[0-9.]+"
                            + " total_ms=[0-9.]+");
            String states =
                    ASK.replace("\"state\": \"Zebedee lost his parcel\"", "\"states\": [\"Zebedee\", \"Brian\"]");
            assertThat(post(running, KEY, "good-2", "/v1/systemone/batch", states))
                    .isEqualTo(200);
            assertThat(line("good-2")).contains("route=batch", "rows=4").doesNotContain("load_ms");
            assertThat(post(running, "wrong-" + KEY, "bad-1", "/v1/systemone", ASK))
                    .isEqualTo(401);
            assertThat(line("bad-1")).contains("status=401 outcome=unauthorized checkpoint=none total_ms=");
            assertThat(post(running, KEY, "bad-2", "/v1/systemone", ASK + "teapot"))
                    .isEqualTo(400);
            assertThat(line("bad-2")).contains("status=400 outcome=malformed");
            assertThat(post(running, KEY, "bad-3", "/v1/systemone", ASK.replace("noul", "teapot")))
                    .isEqualTo(422);
            assertThat(line("bad-3")).contains("status=422 outcome=invalid");
            assertThat(post(running, KEY, "long-1", "/v1/systemone", ASK.replace("lost", "lost ".repeat(3000))))
                    .isEqualTo(200);
            assertThat(line("long-1")).contains("truncated=1");
        }
        ObjectMapper json = new ObjectMapper();
        int requests = 0;
        for (LogRecord line : records) {
            String object = LogFormatter.json().format(line);
            assertThat(object).endsWith("}\n").doesNotContain(PRIVATE);
            assertThat(new LogFormatter().format(line)).doesNotContain(PRIVATE);
            JsonNode parsed = json.readTree(object);
            if (parsed.path("message").asText().equals("request")) {
                requests++;
                assertThat(parsed.path("status").isInt()).isTrue();
                assertThat(parsed.path("total_ms").isDouble()).isTrue();
                assertThat(parsed.path("request_id").asText())
                        .isIn(List.of("good-1", "good-2", "bad-1", "bad-2", "bad-3", "long-1"));
            }
        }
        assertThat(requests).isEqualTo(6);
    }

    @Test
    void truncationIsAWarningThatNamesTheQuestions() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_STRICT", "1"))) {
            String cut = ASK.replace("lost his", "lost ".repeat(3000)).replace("\"lost\":", "\"lo\\nst\":");
            assertThat(post(running, "", "long-2", "/v1/systemone", cut)).isEqualTo(200);
            assertThat(records)
                    .filteredOn(
                            record -> new LogFormatter().formatMessage(record).startsWith("request long-2:"))
                    .singleElement()
                    .satisfies(record -> {
                        assertThat(record.getLevel()).isEqualTo(Level.WARNING);
                        assertThat(new LogFormatter().formatMessage(record))
                                .matches("request long-2: state 0 lost [\\d,]+ of [\\d,]+ tokens for 2 question\\(s\\):"
                                        + " whose, \"lo\\\\u000ast\"");
                    });
        }
    }

    @Test
    void anIdThatLooksLikeFieldsStaysOneField() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            post(running, "", "1 status=200 \"x", "/v1/systemone", "{");
            assertThat(line("\"1 status=200 \\\"x\"")).contains(" status=400 ");
        }
    }
}
