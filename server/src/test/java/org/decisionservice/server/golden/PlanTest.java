// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.launch.Home;
import org.decisionservice.server.launch.Service;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares what a plan says with what the answer to the same request reports. */
class PlanTest {
    private static final String SINGLE = "/v1/systemone";
    private static final String PLAN = SINGLE + "/plan";
    private static final String SETTING = "SERVICE_PLAN";

    private static final List<GoldenCase> RECORDED =
            GoldenCase.readAll(Testdata.tiny().resolveSibling("golden/respond_dev.jsonl")).stream()
                    .flatMap(c -> WantedDifferences.apply(c).stream())
                    .filter(c -> c.path().equals(SINGLE) && c.method().equals("POST"))
                    .filter(c -> c.session().isEmpty())
                    .toList();

    @TempDir
    private Path home;

    private static GoldenCase at(String path, GoldenCase recorded) {
        return new GoldenCase(
                recorded.id(),
                recorded.tags(),
                recorded.environment(),
                recorded.session(),
                recorded.method(),
                path,
                recorded.headers(),
                recorded.body(),
                recorded.chunked(),
                recorded.expected(),
                recorded.recording());
    }

    @TestFactory
    Stream<DynamicTest> saysWhatTheAnswerReports() {
        Map<String, List<GoldenCase>> groups = RECORDED.stream()
                .collect(Collectors.groupingBy(GoldenCase::environment, LinkedHashMap::new, Collectors.toList()));
        return groups.entrySet().stream()
                .map(group -> DynamicTest.dynamicTest(group.getKey(), () -> compare(group.getValue())));
    }

    @Test
    void manyAnswersAreCompared() {
        assertThat(RECORDED.stream().filter(c -> c.expected().status() == 200)).hasSizeGreaterThan(300);
    }

    private void compare(List<GoldenCase> cases) throws IOException {
        Map<String, String> variables = RecordedSettings.of(cases.getFirst());
        variables.put(SETTING, "1");
        List<String> differences = new ArrayList<>();
        try (Service service =
                Service.start(SettingsReader.read(variables, Testdata.configuration()), List.of(), new Home(home))) {
            GoldenClient client = new GoldenClient(service.port());
            for (GoldenCase recorded : cases) {
                GoldenClient.Response answer = client.send(recorded);
                GoldenClient.Response plan = client.send(at(PLAN, recorded));
                if (plan.status() != answer.status()) {
                    differences.add(recorded.id() + ": " + answer.status() + " and " + plan.status());
                } else if (answer.status() != 200) {
                    if (!plan.body().equals(answer.body())) {
                        differences.add(recorded.id() + ": " + answer.body() + " and " + plan.body());
                    }
                } else {
                    compare(GoldenCase.JSON.readTree(answer.body()), GoldenCase.JSON.readTree(plan.body()))
                            .forEach(difference -> differences.add(recorded.id() + ": " + difference));
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    /** Every member of the answer's usage and routing, whatever its contract calls it. */
    private static List<String> compare(JsonNode answer, JsonNode plan) {
        List<String> differences = new ArrayList<>();
        answer.get("usage").properties().forEach(member -> {
            JsonNode planned = plan.at("/usage/" + member.getKey().replaceFirst("^x_", ""));
            if (!planned.equals(member.getValue())) {
                differences.add(member.getKey() + " is " + member.getValue() + ", planned " + planned);
            }
        });
        JsonNode routing = answer.has("x_routing") ? answer.get("x_routing") : answer.path("routing");
        if (routing.isObject() && !routing.equals(plan.get("routing"))) {
            differences.add("routing is " + routing + ", planned " + plan.get("routing"));
        }
        List<String> ids = new ArrayList<>();
        int dropped = 0;
        for (Map.Entry<String, JsonNode> question : plan.get("questions").properties()) {
            int own = question.getValue().get("state_tokens_dropped").asInt();
            dropped = Math.max(dropped, own);
            if (own > 0) {
                ids.add(question.getKey());
            }
        }
        if (dropped != plan.at("/usage/state_tokens_dropped").asInt()
                || !GoldenCase.JSON.valueToTree(ids).equals(plan.at("/usage/truncated_questions"))) {
            differences.add("the questions drop " + dropped + " tokens, in " + ids);
        }
        return differences;
    }

    /** No sentence is there twice: equal rows would be computed once. */
    private static final String LONG = IntStream.range(0, 40)
            .mapToObj(i -> "Parcel number " + i + " is late and nobody answers. ")
            .collect(Collectors.joining());

    /** Twelve options of many tokens, a score and a noul about a text of more tokens than a row has. */
    private static String body(String more) {
        StringBuilder options = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            options.append(i > 0 ? "," : "").append("\"option " + i + "\":\"" + "what it means ".repeat(12) + i + "\"");
        }
        return "{\"state\":\"" + LONG + "\",\"questions\":{\"team\":{\"type\":\"choice\",\"instructions\":\"Who?\","
                + "\"criteria\":{" + options + "}},\"urgent\":{\"type\":\"score\",\"instructions\":\"How urgent?\","
                + "\"criteria\":[\"low\",\"high\"]},\"refund\":{\"type\":\"noul\",\"instructions\":\"Money back?\"}}"
                + more + "}";
    }

    @ParameterizedTest
    @CsvSource({
        "SERVICE_WINDOWS, 1",
        "SERVICE_OPTION_ORDERS, 3",
        "SERVICE_TOURNAMENT_GROUP, 5",
        "SERVICE_TOURNAMENT_GROUP, auto",
        "SERVICE_CONTRACT, full",
        "SERVICE_CONTRACT, strict"
    })
    void otherWaysOfAnsweringArePlannedOrSaidNotToBe(String setting, String value) throws Exception {
        try (RunningService service = RunningService.start(Map.of(SETTING, "1", setting, value))) {
            for (String more :
                    List.of("", ",\"max_len\":200,\"head_max_len\":150", ",\"windows\":true,\"max_len\":180")) {
                JsonNode answer = GoldenCase.JSON.readTree(
                        service.post(SINGLE, body(more)).body());
                JsonNode plan =
                        GoldenCase.JSON.readTree(service.post(PLAN, body(more)).body());
                boolean narrowed = answer.at("/answers/team").has("elimination")
                        || answer.at("/answers/team").has("x_tournament");
                JsonNode team = plan.at("/questions/team");
                assertThat(team.get("more_rounds").asBoolean()).isEqualTo(narrowed);
                assertThat(team.get("options"))
                        .hasSize(12)
                        .allSatisfy(option -> assertThat(option.get("kept").asInt())
                                .isBetween(1, option.get("tokens").asInt()));
                if (narrowed) {
                    assertThat(plan.at("/usage/input_tokens").asInt())
                            .isLessThan(answer.at("/usage/input_tokens").asInt());
                } else {
                    assertThat(compare(answer, plan)).as(more).isEmpty();
                }
                JsonNode windows = answer.at("/answers/refund/window/count");
                if (windows.isInt() && plan.at("/questions/refund/sentences").asInt() == 0) {
                    assertThat(plan.at("/questions/refund/windows")).isEqualTo(windows);
                }
                assertThat(plan.at("/questions").findValues("rows").stream()
                                .mapToInt(JsonNode::asInt)
                                .sum())
                        .isEqualTo(plan.get("rows").asInt());
            }
        }
    }

    @Test
    void whatIsCutIsCounted() throws Exception {
        try (RunningService service = RunningService.start(Map.of(SETTING, "1"))) {
            String body = body("").replace("Who?", "Who? ".repeat(400));
            JsonNode team =
                    GoldenCase.JSON.readTree(service.post(PLAN, body).body()).at("/questions/team");
            JsonNode whole = GoldenCase.JSON
                    .readTree(service.post(PLAN, body("")).body())
                    .at("/questions/team");
            int tokens = team.at("/instructions/tokens").asInt();
            assertThat(tokens).isGreaterThan(800);
            assertThat(team.at("/instructions/kept").asInt()).isLessThan(tokens);
            assertThat(whole.at("/instructions/kept")).isEqualTo(whole.at("/instructions/tokens"));
            assertThat(team.at("/options/3/kept").asInt())
                    .isLessThan(team.at("/options/3/tokens").asInt());
        }
    }

    @Test
    void nothingIsLoadedForAPlan() throws Exception {
        try (RunningService service = RunningService.start(Map.of(SETTING, "1", "SERVICE_PRELOAD", "0"))) {
            assertThat(service.post(PLAN, body("")).statusCode()).isEqualTo(200);
            assertThat(GoldenCase.JSON.readTree(service.get("/health").body()).get("loaded"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRouteIsDescribedInEveryContract(Contract contract) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of("SERVICE_CONTRACT", contract.name()));
        String without;
        try (RunningService plain = RunningService.start(settings)) {
            without = plain.get("/openapi.json").body();
            assertThat(without).doesNotContain("Planned", PLAN);
            assertThat(plain.post(PLAN, body("")).statusCode()).isEqualTo(404);
            assertThat(plain.post(PLAN, body("")).body()).doesNotContain(PLAN + "'");
        }
        settings.put(SETTING, "1");
        try (RunningService service = RunningService.start(settings)) {
            DescribedInterface described = DescribedInterface.of(service);
            described.checkExamples();
            assertThat(described.errors(
                            described.response("post", PLAN, 200),
                            GoldenCase.JSON.readTree(
                                    service.post(PLAN, body("")).body())))
                    .isEmpty();
            assertThat(service.post("/v1/nowhere", "{}").body()).contains("POST " + PLAN);
        }
    }
}
