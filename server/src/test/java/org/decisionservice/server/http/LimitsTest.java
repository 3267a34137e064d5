// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Every documented limit at its boundary. */
class LimitsTest {
    private static final TestServer SERVER = TestServer.open();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static String list(int count, IntFunction<String> element) {
        return IntStream.range(0, count).mapToObj(element).collect(Collectors.joining(","));
    }

    private static String request(String state, String questions) {
        return "{\"state\":" + state + ",\"questions\":{" + questions + "}}";
    }

    private static String noul(int i) {
        return "\"q" + i + "\":{\"type\":\"noul\",\"instructions\":\"x\"}";
    }

    private static String score(int i, int levels) {
        return "\"s" + i + "\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":["
                + list(levels, l -> "\"l" + l + "\"") + "]}";
    }

    private static void within(String body) throws IOException {
        RawResponse response = SERVER.post("/v1/systemone", body);
        assertThat(response.status()).as(response.body()).isEqualTo(200);
    }

    private static void over(String body, String detail) throws IOException {
        RawResponse response = SERVER.post("/v1/systemone", body);
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.body()).contains(detail);
    }

    @Test
    void questions() throws IOException {
        within(request("1", list(64, LimitsTest::noul)));
        over(request("1", list(65, LimitsTest::noul)), "'questions': too many questions (65 > 64)");
    }

    @Test
    void choiceOptions() throws IOException {
        String array = "\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":[%s]}";
        String object = "\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":{%s}}";
        within(request("1", array.formatted(list(100, i -> "\"o" + i + "\""))));
        within(request("1", object.formatted(list(100, i -> "\"o" + i + "\":null"))));
        over(
                request("1", array.formatted(list(101, i -> "\"o" + i + "\""))),
                "question 'q': too many choice options (101 > 100)");
        over(request("1", object.formatted(list(101, i -> "\"o" + i + "\":null"))), "(101 > 100)");
    }

    @Test
    void scoreLevels() throws IOException {
        within(request("1", score(0, 32)));
        over(request("1", score(0, 33)), "question 's0': too many score levels (33 > 32)");
    }

    @Test
    void optionsInAll() throws IOException {
        within(request("1", list(16, i -> score(i, 32)) + "," + noul(0)));
        over(request("1", list(16, i -> score(i, 32)) + "," + score(99, 1)), "(513 > 512)");
    }

    @Test
    void stateCharactersOfAString() throws IOException {
        within(request("\"" + "a".repeat(50_000) + "\"", ""));
        within(request("\"" + "😀".repeat(50_000) + "\"", ""));
        within(request("\"" + "\\u00e9".repeat(50_000) + "\"", ""));
        over(request("\"" + "a".repeat(50_001) + "\"", ""), "'state': state too large (50001 > 50000");
        over(request("\"" + "😀".repeat(50_001) + "\"", ""), "(50001 > 50000");
    }

    @Test
    void stateCharactersOfADocument() throws IOException {
        within(request("[\"" + "a".repeat(49_996) + "\"]", ""));
        over(request("[\"" + "a".repeat(49_997) + "\"]", ""), "(50001 > 50000");
        within(request("[\"" + "\\\"".repeat(24_998) + "\"]", ""));
        over(request("[\"" + "\\\"".repeat(24_998) + "b\"]", ""), "(50001 > 50000");
        within(request("[\"" + "\\u0001".repeat(8332) + "bbbb\"]", ""));
        over(request("[\"" + "\\u0001".repeat(8332) + "bbbbb\"]", ""), "(50001 > 50000");
        over(request("[" + list(16_667, _ -> "1") + "]", ""), "(50001 > 50000");
    }

    @Test
    void statesOfABatch() throws IOException {
        String body = "{\"states\":[%s],\"questions\":{}}";
        assertThat(SERVER.post("/v1/systemone/batch", body.formatted(list(64, i -> "\"" + i + "\"")))
                        .status())
                .isEqualTo(200);
        RawResponse many = SERVER.post("/v1/systemone/batch", body.formatted(list(65, i -> "\"" + i + "\"")));
        assertThat(many.status()).isEqualTo(413);
        assertThat(many.body()).contains("(65 > 64)");
        RawResponse large = SERVER.post("/v1/systemone/batch", body.formatted("\"ok\",\"" + "a".repeat(50_001) + "\""));
        assertThat(large.status()).isEqualTo(413);
        assertThat(large.body()).contains("'states[1]'");
    }

    @Test
    void limitsComeBeforeEverythingButTheShape() throws IOException {
        String large = "\"" + "a".repeat(60_000) + "\"";
        over("{\"state\":" + large + ",\"questions\":{\"q\":\"bad\"},\"hooks\":1,\"max_len\":-1}", "50000");
        over(request("\"\\ud83d\"", list(65, LimitsTest::noul)), "(65 > 64)");
        assertThat(SERVER.post("/v1/systemone", "{\"state\":" + large + ",\"questions\":[]}")
                        .status())
                .isEqualTo(400);
        // An unknown type counts no options.
        RawResponse unknown = SERVER.post(
                "/v1/systemone",
                request(
                        "1",
                        "\"q\":{\"type\":\"Choice\",\"instructions\":\"x\",\"criteria\":["
                                + list(600, i -> "\"" + i + "\"") + "]}"));
        assertThat(unknown.status()).isEqualTo(422);
    }
}
