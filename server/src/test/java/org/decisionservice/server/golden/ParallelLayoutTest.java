// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Serves a checkpoint of the parallel layout: the order in which a client lists options changes no answer. */
class ParallelLayoutTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ORDERS = 200;

    /** Answers are rounded to 4 decimals, so that a difference of 1e-5 may show as one unit of the last. */
    private static final double ONE_UNIT = 1.01e-4;

    private static final List<String> TEAMS = List.of(
            "billing: charges, refunds and invoices",
            "delivery: parcels, couriers and damage in transit",
            "technical: faults and how to use a product",
            "returns",
            "sales: offers and prices",
            "other: anything else, such as praise, spam or a question about the company itself");

    @TempDir
    private Path directory;

    static Stream<String> engines() {
        return Stream.of("onnx", Objects.requireNonNull(System.getProperty("second.engine")));
    }

    @ParameterizedTest
    @MethodSource("engines")
    void orderOfOptionsChangesNoAnswer(String engine) throws Exception {
        try (RunningService service = serve("parallel", engine)) {
            Moved moved = inOtherOrders(service);
            assertThat(moved.decisions()).isZero();
            assertThat(moved.probability()).isLessThan(ONE_UNIT);
        }
    }

    /** The same weights in the other layout: without it, the test above would find changed answers. */
    @Test
    void sequentialLayoutChangesAnswersWithTheOrder() throws Exception {
        try (RunningService service = serve("sequential", "onnx")) {
            assertThat(inOtherOrders(service).decisions()).isGreaterThan(20);
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void optionOrderHasNoEffectAndResultsAreInCriteriaOrder(String engine) throws Exception {
        ObjectNode plain = body(IntStream.range(0, TEAMS.size()).boxed().toList());
        ObjectNode ordered = plain.deepCopy();
        ArrayNode order = ((ObjectNode) ordered.at("/questions/team")).putArray("option_order");
        List.of(5, 3, 1, 0, 2, 4).forEach(order::add);
        try (RunningService service = serve("parallel", engine)) {
            JsonNode expected = ask(service, plain).at("/answers/team");
            JsonNode actual = ask(service, ordered).at("/answers/team");
            assertThat(actual.get("choice")).isEqualTo(expected.get("choice"));
            assertThat(actual.get("probabilities").fieldNames())
                    .toIterable()
                    .containsExactly("billing", "delivery", "technical", "returns", "sales", "other");
            assertThat(difference(expected, actual)).isLessThan(ONE_UNIT);
        }
    }

    /** States and questions of every kind and length share passes, and answer as they do alone. */
    @ParameterizedTest
    @MethodSource("engines")
    void rowsOfAMixedBatchAnswerAsAlone(String engine) throws Exception {
        ObjectNode single = body(List.of(3, 1, 4, 0, 5, 2));
        ObjectNode questions = (ObjectNode) single.get("questions");
        questions.putObject("angry").put("type", "noul").put("instructions", "The writer is angry.");
        questions
                .putObject("urgency")
                .put("type", "score")
                .put("instructions", "How urgent is this?")
                .putArray("criteria")
                .add("can wait")
                .add("this week, if there is time")
                .add("now");
        List<String> states = List.of("ok", "The parcel is broken. ".repeat(60), "", "Refund order 48213, please.");
        ObjectNode batch = single.deepCopy();
        batch.remove("state");
        ArrayNode all = batch.putArray("states");
        states.forEach(all::add);
        try (RunningService service = serve("parallel", engine)) {
            JsonNode results = post(service, "/v1/systemone/batch", batch).get("results");
            assertThat(results).hasSize(states.size());
            for (int s = 0; s < states.size(); s++) {
                JsonNode together = results.get(s).get("answers");
                JsonNode alone =
                        ask(service, single.put("state", states.get(s))).get("answers");
                assertThat(difference(alone.get("team"), together.get("team"))).isLessThan(ONE_UNIT);
                assertThat(together.at("/angry/noul").doubleValue())
                        .isCloseTo(alone.at("/angry/noul").doubleValue(), within(ONE_UNIT));
                assertThat(together.at("/urgency/score").doubleValue())
                        .isCloseTo(alone.at("/urgency/score").doubleValue(), within(3 * ONE_UNIT));
            }
        }
    }

    /**
     * How far answers moved with the order of the options.
     *
     * @param decisions how many were others
     * @param probability the largest difference of one, as rounded
     */
    private record Moved(int decisions, double probability) {}

    private static Moved inOtherOrders(RunningService service) throws Exception {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, TEAMS.size()).boxed().toList());
        JsonNode first = ask(service, body(order)).at("/answers/team");
        Random random = new Random(29);
        int changed = 0;
        double largest = 0;
        for (int i = 0; i < ORDERS; i++) {
            Collections.shuffle(order, random);
            JsonNode answer = ask(service, body(order)).at("/answers/team");
            changed += answer.get("choice").equals(first.get("choice")) ? 0 : 1;
            largest = Math.max(largest, difference(first, answer));
        }
        Moved moved = new Moved(changed, largest);
        System.out.println(ORDERS + " other orders: " + moved);
        return moved;
    }

    private static double difference(JsonNode expected, JsonNode actual) {
        double largest = 0;
        for (Map.Entry<String, JsonNode> option : expected.get("probabilities").properties()) {
            double other = actual.get("probabilities").get(option.getKey()).doubleValue();
            largest = Math.max(largest, Math.abs(option.getValue().doubleValue() - other));
        }
        return largest;
    }

    private static ObjectNode body(List<Integer> order) {
        ObjectNode body = JSON.createObjectNode()
                .put("state", "The courier threw the parcel over the fence and the kettle inside is broken.");
        ObjectNode criteria = body.putObject("questions")
                .putObject("team")
                .put("type", "choice")
                .put("instructions", "Which team should answer?")
                .putObject("criteria");
        for (int option : order) {
            String[] parts = TEAMS.get(option).split(": ", 2);
            criteria.put(parts[0], parts.length > 1 ? parts[1] : "");
        }
        return body;
    }

    private static JsonNode ask(RunningService service, ObjectNode body) throws Exception {
        return post(service, "/v1/systemone", body);
    }

    private static JsonNode post(RunningService service, String path, ObjectNode body) throws Exception {
        HttpResponse<String> response = service.post(path, body.toString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private RunningService serve(String layout, String engine) throws IOException {
        Path checkpoint = directory.resolve(layout);
        Copies.copy(Testdata.tiny().resolve("english"), checkpoint);
        Path config = checkpoint.resolve("rl_agent_config.json");
        ObjectNode content = (ObjectNode) JSON.readTree(config.toFile());
        Files.writeString(config, content.put("option_layout", layout).toString());
        return RunningService.start(
                Map.of("SERVICE_MODEL_PATH", checkpoint.toString(), "SERVICE_ENGINE", GuardedProvider.guarded(engine)));
    }
}
