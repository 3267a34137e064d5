// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.SoftAssertions;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Serves a checkpoint of the Julia family and compares its answers with those of Julia's reference implementation. */
class JuliaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The answers are rounded to 4 decimals, which is half a unit of the last; the rest is 1e-4. */
    private static final double DIFFERENCE = 1.5e-4;

    @TempDir
    private Path directory;

    static Stream<String> engines() {
        return Stream.of("onnx", Objects.requireNonNull(System.getProperty("second.engine")));
    }

    @ParameterizedTest
    @MethodSource("engines")
    void answersAreThoseOfTheReference(String engine) throws Exception {
        Path julia = directory.resolve("julia");
        Copies.copy(Testdata.tiny().resolve("multilingual"), julia);
        Files.delete(julia.resolve("rl_agent_config.json"));
        Files.writeString(
                julia.resolve("julia_config.json"),
                "{\"format_version\": 1, \"head_layers\": 2, \"n_act\": 2, \"dropout\": 0.1}");
        SoftAssertions soft = new SoftAssertions();
        int answers = 0;
        try (RunningService service = RunningService.start(
                Map.of("SERVICE_MODEL_PATH", julia.toString(), "SERVICE_ENGINE", GuardedProvider.guarded(engine)))) {
            for (JsonNode recorded : recordings()) {
                ObjectNode request = recorded.deepCopy();
                request.remove("rows");
                HttpResponse<String> response = service.post("/v1/systemone", request.toString());
                assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
                Iterator<JsonNode> rows = recorded.get("rows").iterator();
                for (Map.Entry<String, JsonNode> answer :
                        JSON.readTree(response.body()).get("answers").properties()) {
                    compare(soft, answer.getKey() + " of " + request, answer.getValue(), rows.next());
                    answers++;
                }
            }
        }
        soft.assertAll();
        assertThat(answers).isEqualTo(511);
    }

    private static void compare(SoftAssertions soft, String what, JsonNode answer, JsonNode row) {
        double[] expected = softmax(row.get("logits"));
        if (answer.has("noul")) {
            soft.assertThat(answer.get("noul").doubleValue()).as(what).isCloseTo(expected[1], within(DIFFERENCE));
            return;
        }
        List<Double> given = StreamSupport.stream(answer.get("probabilities").spliterator(), false)
                .map(JsonNode::doubleValue)
                .toList();
        soft.assertThat(given).as(what).hasSize(expected.length);
        for (int option = 0; option < expected.length; option++) {
            soft.assertThat(given.get(option))
                    .as("option %d, %s", option, what)
                    .isCloseTo(expected[option], within(DIFFERENCE));
        }
    }

    private static double[] softmax(JsonNode logits) {
        double[] values = StreamSupport.stream(logits.spliterator(), false)
                .mapToDouble(JsonNode::doubleValue)
                .toArray();
        double largest = Arrays.stream(values).max().orElseThrow();
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.exp(values[i] - largest);
            sum += values[i];
        }
        for (int i = 0; i < values.length; i++) {
            values[i] /= sum;
        }
        return values;
    }

    private static List<JsonNode> recordings() throws IOException {
        Path file = Testdata.recording().resolveSibling("julia.jsonl.gz");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return lines.lines().map(JuliaTest::parsed).toList();
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
