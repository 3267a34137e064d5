// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;

/**
 * Whether a response says that nobody here reads the state, over a real socket. No question is asked, so nothing is
 * computed.
 */
class LanguageSupportTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** How many states a batch may have, less a few. */
    private static final int AT_ONCE = 50;

    private static List<JsonNode> cases() throws IOException {
        List<JsonNode> cases = new ArrayList<>();
        for (String line :
                Files.readAllLines(Testdata.tiny().resolveSibling("languages").resolve("states.jsonl"))) {
            cases.add(JSON.readTree(line));
        }
        return cases;
    }

    /** The routing of each case, as the body of a batch has it. */
    private static List<JsonNode> routings(RunningService running, List<JsonNode> cases) throws Exception {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode states = body.putArray("states");
        cases.forEach(each -> states.add(each.get("state")));
        body.putObject("questions");
        JsonNode answer = JSON.readTree(
                running.post("/v1/systemone/batch", body.toString()).body());
        List<JsonNode> routings = new ArrayList<>();
        answer.get("results").forEach(result -> routings.add(result.get("routing")));
        return routings;
    }

    private static JsonNode routing(RunningService running, String members) throws Exception {
        String body = "{" + members + ", \"questions\": {}}";
        return JSON.readTree(running.post("/v1/systemone", body).body()).get("routing");
    }

    @Test
    void theStarterSaysOfEachStateThatItCannotReadThatItCannot() throws Exception {
        List<JsonNode> cases = cases();
        assertThat(cases).hasSizeBetween(40, AT_ONCE);
        assertThat(cases.stream().map(each -> each.get("language").asText()).distinct())
                .hasSizeGreaterThan(20);
        try (RunningService running = RunningService.start(Map.of("SERVICE_CHECKPOINTS", "starter"))) {
            List<JsonNode> routings = routings(running, cases);
            for (int i = 0; i < cases.size(); i++) {
                JsonNode routing = routings.get(i);
                boolean supported = cases.get(i).get("supported").asBoolean();
                assertThat(routing.has("language_supported"))
                        .as("%s: %s", cases.get(i), routing)
                        .isEqualTo(!supported);
                assertThat(routing.path("language_supported").asBoolean(true)).isEqualTo(supported);
            }
        }
    }

    @Test
    void checkpointsThatDoNotSayWhatTheyReadAreTakenAtTheirName() throws Exception {
        List<JsonNode> cases = cases();
        try (RunningService running = RunningService.start(Map.of())) {
            List<JsonNode> routings = routings(running, cases);
            for (int i = 0; i < cases.size(); i++) {
                boolean nothing = cases.get(i).get("language").asText().equals("none");
                assertThat(routings.get(i).has("language_supported"))
                        .as("%s: %s", cases.get(i), routings.get(i))
                        .isEqualTo(nothing);
            }
        }
    }

    @Test
    void whatTheClientSaysOfTheLanguageCounts() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_CHECKPOINTS", "starter"))) {
            for (String german : List.of("\"lang\": \"de-AT\"", "\"lang_guess\": \"ger\"", "\"lang\": \"German\"")) {
                assertThat(routing(running, "\"state\": \"Hallo\", " + german).get("language_supported"))
                        .as(german)
                        .isNotNull();
            }
            assertThat(routing(running, "\"state\": \"Wo bleibt mein Paket?\", \"lang\": \"en\"")
                            .has("language_supported"))
                    .isFalse();
            // Nobody reads the state of a request that names its checkpoint, but an empty one is empty.
            assertThat(routing(running, "\"state\": \"Wo bleibt mein Paket?\", \"model\": \"english\"")
                            .has("language_supported"))
                    .isFalse();
            assertThat(routing(running, "\"state\": \"\", \"model\": \"english\"")
                            .get("language_supported")
                            .asBoolean(true))
                    .isFalse();
        }
    }
}
