// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Serves checkpoints of other families and compares the answers with those of their reference implementations. */
class FamilyAnswersTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a recording has besides the request. */
    private static final List<String> RECORDED = List.of("rows", "ids", "types", "truncated", "refused");

    /** The answers are rounded to 4 decimals, which is half a unit of the last; the rest is 1e-4. */
    private static final double FLOAT32 = 1.5e-4;

    /** What 8 bits may move on random weights, as the engines' own tests have it. */
    private static final double INT8 = 0.4;

    /** Of ONNX Runtime in float32, which computes all that is ours, every recording; of the others a third by day. */
    private static final int STEP = Boolean.getBoolean("nightly") ? 1 : 3;

    @TempDir
    private Path directory;

    /**
     * A recording of a family, and the place of a noul's true option in its rows.
     *
     * @param precision of the service
     * @param difference the largest allowed of a probability
     */
    record Served(String family, int answers, int trueSlot, String engine, String precision, double difference) {
        Served on(String other, String bits, double largest) {
            return new Served(family, answers, trueSlot, other, bits, largest);
        }

        int step() {
            return engine.equals("onnx") && precision.equals("float32") ? 1 : STEP;
        }
    }

    static Stream<Served> served() {
        String second = Objects.requireNonNull(System.getProperty("second.engine"));
        return Stream.of(
                        new Served("julia", 511, 1, "", "", 0),
                        new Served("decision_tune", 550, 0, "", "", 0),
                        new Served("tacet", 505, 1, "", "", 0))
                .flatMap(family -> Stream.of(
                        family.on("onnx", "float32", FLOAT32),
                        family.on(second, "float32", FLOAT32),
                        family.on("onnx", "int8", INT8)));
    }

    @ParameterizedTest
    @MethodSource("served")
    void answersAreThoseOfTheReference(Served served) throws Exception {
        double largest = 0;
        int answers = 0;
        try (RunningService service = RunningService.start(settings(served))) {
            List<JsonNode> recordings = recordings(served.family() + ".jsonl.gz");
            for (int i = 0; i < recordings.size(); i += served.step()) {
                JsonNode recorded = recordings.get(i);
                ObjectNode request = recorded.deepCopy();
                request.remove(RECORDED);
                HttpResponse<String> response = service.post("/v1/systemone", request.toString());
                if (recorded.has("refused")) {
                    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
                    assertThat(response.body()).contains("max_tokens_exceeded", "of the family Tacet");
                    continue;
                }
                assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
                if (recorded.has("ids")) {
                    assertThat(JSON.readTree(response.body())
                                    .at("/usage/input_tokens")
                                    .intValue())
                            .as("the one row of all questions")
                            .isEqualTo(recorded.get("ids").size());
                }
                Iterator<JsonNode> rows = recorded.get("rows").iterator();
                for (Map.Entry<String, JsonNode> answer :
                        JSON.readTree(response.body()).get("answers").properties()) {
                    double difference =
                            difference(answer.getValue(), softmax(rows.next().get("logits")), served.trueSlot());
                    assertThat(difference)
                            .as("%s of %s", answer.getKey(), request)
                            .isLessThanOrEqualTo(served.difference());
                    largest = Math.max(largest, difference);
                    answers++;
                }
            }
            if (!served.precision().equals("float32")) {
                // A precision that the gate refused would be answered in float32, which comes closer.
                assertThat(largest).isGreaterThan(FLOAT32);
            }
        }
        System.out.println(served + ": largest difference of a probability " + largest);
        if (served.step() == 1) {
            assertThat(answers).isEqualTo(served.answers());
        } else {
            assertThat(answers).isGreaterThan(served.answers() / (2 * served.step()));
        }
    }

    private Map<String, String> settings(Served served) throws IOException {
        Map<String, String> settings = new HashMap<>();
        Path checkpoint = served.family().equals("julia")
                ? Copies.julia(directory.resolve("julia"))
                : Testdata.tiny().resolve(served.family().replace('_', '-'));
        settings.put("SERVICE_MODEL_PATH", checkpoint.toString());
        settings.put("SERVICE_ENGINE", GuardedProvider.guarded(served.engine()));
        settings.put("SERVICE_PRECISION", served.precision() + ",tolerance=1");
        // Some questions have more options than other contracts take.
        settings.put("SERVICE_CONTRACT", "full");
        return settings;
    }

    private static double difference(JsonNode answer, double[] expected, int trueSlot) {
        if (answer.has("noul")) {
            return Math.abs(answer.get("noul").doubleValue() - expected[trueSlot]);
        }
        List<Double> given = StreamSupport.stream(answer.get("probabilities").spliterator(), false)
                .map(JsonNode::doubleValue)
                .toList();
        assertThat(given).hasSize(expected.length);
        double largest = 0;
        for (int option = 0; option < expected.length; option++) {
            largest = Math.max(largest, Math.abs(given.get(option) - expected[option]));
        }
        return largest;
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

    private static List<JsonNode> recordings(String name) throws IOException {
        Path file = Testdata.recording().resolveSibling(name);
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return lines.lines().map(FamilyAnswersTest::parsed).toList();
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
