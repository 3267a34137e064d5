// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.api.QuestionType;
import org.decisionservice.client.Decision;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.client.NamedQuestion;
import org.decisionservice.client.Questions;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.LearnedFiles.Asked;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Answers that say which parts of the state they depend on: what is said is what the service answers without the part.
 */
class ExplainedAnswersTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SINGLE = "/v1/systemone";
    private static final String STATE =
            "I was charged twice. 😀 Where is the invoice? The app is fine. Please answer soon.";
    private static final String QUESTIONS = """
        {"team": {"type": "choice", "instructions": "Which team?", "criteria": ["tech", 7, true]},
         "tone": {"type": "score", "instructions": "What tone?", "criteria": ["calm", "firm", "cross", "angry"]},
         "angry": {"type": "noul", "instructions": "The customer is angry."}}\
        """;

    @TempDir
    private Path dir;

    private static RunningService start(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of("SERVICE_EXPLAIN", "1"));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return RunningService.start(settings);
    }

    private static String body(String state, String more) {
        return "{\"state\": %s, \"model\": \"english\", \"questions\": %s%s}".formatted(state, QUESTIONS, more);
    }

    private static String text(String state) throws Exception {
        return JSON.writeValueAsString(state);
    }

    private static JsonNode ask(RunningService service, String state, String more) throws Exception {
        return read(service.post(SINGLE, body(state, more)), 200);
    }

    private static JsonNode read(HttpResponse<String> response, int status) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return JSON.readTree(response.body());
    }

    /** The number that is explained, of the answer that {@code whole} explains. */
    private static double said(JsonNode answer, JsonNode whole) {
        return switch (whole.path("type").asText()) {
            case "choice" ->
                answer.at("/probabilities/" + whole.path("choice").asText()).asDouble();
            case "score" -> answer.path("score").asDouble();
            default -> answer.path("noul").asDouble();
        };
    }

    /** Compares what is said with answers to states without the parts; {@code more} are members of these requests. */
    private static void check(RunningService service, String state, String more) throws Exception {
        JsonNode explained = ask(service, text(state), more + ", \"explain\": true");
        JsonNode plain = ask(service, text(state), more);
        int[] points = state.codePoints().toArray();
        int checked = 0;
        for (Map.Entry<String, JsonNode> each : explained.path("answers").properties()) {
            JsonNode answer = each.getValue();
            double before = Double.MAX_VALUE;
            for (JsonNode part : answer.path("explanation")) {
                int start = part.path("start").asInt();
                int end = part.path("end").asInt();
                String own = new String(points, start, end - start);
                assertThat(part.path("text").asText()).isEqualTo(own);
                String without =
                        new String(points, 0, start) + new String(points, end, points.length - end).stripLeading();
                JsonNode other =
                        ask(service, text(without), more).path("answers").path(each.getKey());
                double change = part.path("change").asDouble();
                assertThat(change)
                        .as("%s without %s", each.getKey(), own)
                        .isCloseTo(said(other, answer) - said(answer, answer), within(2.1e-4));
                assertThat(Math.abs(change)).isPositive().isLessThanOrEqualTo(before);
                before = Math.abs(change);
                checked++;
            }
            assertThat(said(answer, answer))
                    .isCloseTo(said(plain.path("answers").path(each.getKey()), answer), within(1e-4));
        }
        assertThat(checked).isGreaterThan(5);
        assertThat(explained.path("usage")).isEqualTo(plain.path("usage"));
    }

    @Test
    void whatIsSaidIsWhatIsAnsweredWithoutThePart() throws Exception {
        try (RunningService service = start()) {
            check(service, STATE, "");
            check(service, "Only one sentence about a refund", "");
            JsonNode cost = ask(service, text(STATE), ", \"explain\": true").path("explanation");
            assertThat(cost.path("spans").asInt()).isEqualTo(4);
            assertThat(cost.path("rows").asInt()).isEqualTo(15);
            assertThat(cost.path("passes").asInt()).isBetween(1, 15);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SERVICE_OPTION_ORDERS   | 3
            SERVICE_TOURNAMENT_GROUP| 2
            SERVICE_COALESCE        | 1
            SERVICE_CACHE_MB        | 8
            """)
    void soItIsHoweverAChoiceIsAskedAndComputed(String setting, String value) throws Exception {
        try (RunningService service = start(setting, value)) {
            check(service, STATE, "");
        }
    }

    @Test
    void soItIsOfAnswersThatLabelsTaught() throws Exception {
        Path file = LearnedFiles.write(
                dir.resolve("learned.safetensors"),
                Testdata.tiny().resolve("english"),
                3,
                new Asked(QuestionType.CHOICE, "Which team?", List.of("tech", "7", "True")));
        try (RunningService service = start("SERVICE_FITTED", file.toString())) {
            check(service, STATE, "");
            JsonNode answer = ask(service, text(STATE), ", \"explain\": true").at("/answers/team");
            assertThat(answer.path("learned").asBoolean()).isTrue();
            assertThat(answer.path("explanation")).isNotEmpty();
        }
    }

    /** More windows than usual, so neighbours are left out together, and only then it is refused. */
    @Test
    void aLongStateIsExplainedInWindowsUntilThereAreTooMany() throws Exception {
        String windows = ", \"windows\": true, \"max_len\": 96";
        try (RunningService service = start()) {
            check(service, (STATE + " ").repeat(4).strip(), windows);
            JsonNode fewer = ask(service, text((STATE + " ").repeat(24)), windows + ", \"explain\": true");
            assertThat(fewer.at("/explanation/spans").asInt()).isBetween(2, 20);
            JsonNode refused = read(
                    service.post(SINGLE, body(text((STATE + " ").repeat(120)), windows + ", \"explain\": true")), 413);
            assertThat(refused.path("detail").asText()).startsWith("'explain': the answers take ");
            JsonNode cut = ask(service, text((STATE + " ").repeat(120)), ", \"explain\": true");
            assertThat(cut.at("/explanation/spans").asInt()).isPositive();
            assertThat(cut.at("/answers/angry/explanation/0/end").asInt()).isLessThan(3_000);
        }
    }

    @Test
    void aDocumentIsExplainedByItsValues() throws Exception {
        try (RunningService service = start()) {
            JsonNode answer =
                    ask(service, "{\"subject\":\"refund\",\"age\":3,\"tags\":[\"vip\"]}", ", \"explain\": true");
            String read = "{\"subject\": \"refund\", \"age\": 3, \"tags\": [\"vip\"]}";
            assertThat(answer.at("/answers/angry/explanation"))
                    .hasSize(3)
                    .allSatisfy(part -> assertThat(read.substring(
                                    part.path("start").asInt(), part.path("end").asInt()))
                            .isEqualTo(part.path("text").asText())
                            .isIn("refund", "3", "vip"));
            assertThat(ask(service, "{}", ", \"explain\": true")
                            .at("/answers/angry/explanation")
                            .toString())
                    .isEqualTo("[]");
        }
    }

    @Test
    void whereItIsNotSwitchedOnItIsAMemberThatNobodyReads() throws Exception {
        try (RunningService off = RunningService.start(Map.of());
                RunningService on = start()) {
            HttpResponse<String> ignored = off.post(SINGLE, body(text(STATE), ", \"explain\": 3"));
            assertThat(ignored.headers().firstValue("X-Ignored-Members")).contains("explain");
            assertThat(ignored.body())
                    .isEqualTo(off.post(SINGLE, body(text(STATE), "")).body())
                    .isEqualTo(on.post(SINGLE, body(text(STATE), ", \"explain\": false"))
                            .body())
                    .isEqualTo(on.post(SINGLE, body(text(STATE), ", \"explain\": null"))
                            .body());
            assertThat(off.get("/openapi.json").body()).doesNotContain("explain");
        }
    }

    @Test
    void whatCannotBeExplainedIsRefused() throws Exception {
        try (RunningService service = start()) {
            JsonNode wrong = read(service.post(SINGLE, body(text(STATE), ", \"explain\": 1")), 422);
            assertThat(wrong.path("detail").asText()).isEqualTo("'explain' must be true or false");
            String batch = "{\"states\": [\"x\"], \"questions\": %s, \"explain\": true}".formatted(QUESTIONS);
            JsonNode refused = read(service.post(SINGLE + "/batch", batch), 422);
            assertThat(refused.path("detail").asText()).startsWith("'explain' is for one state at a time");
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start("SERVICE_STRICT", "1"))
                .withMessageStartingWith("SERVICE_EXPLAIN: ");
    }

    @Test
    void aPlanCountsTheRowsOfAllParts() throws Exception {
        try (RunningService service = start("SERVICE_PLAN", "1")) {
            String body = body(text(STATE), ", \"explain\": true");
            JsonNode plan = read(service.post(SINGLE + "/plan", body), 200);
            JsonNode cost = read(service.post(SINGLE, body), 200).path("explanation");
            assertThat(plan.path("rows")).isEqualTo(cost.path("rows"));
            assertThat(plan.path("passes")).isEqualTo(cost.path("passes"));
        }
    }

    @Test
    void theJavaClientReadsIt() {
        for (String contract : List.of("document", "full")) {
            try (RunningService service = start("SERVICE_CONTRACT", contract)) {
                DecisionClient client = DecisionClient.at(URI.create("http://127.0.0.1:" + service.port()));
                NamedQuestion angry = Questions.noul("angry", "The customer is angry.");
                Decision decision = client.explain().ask(STATE, angry);
                assertThat(decision.influences("angry"))
                        .isNotEmpty()
                        .allSatisfy(part -> assertThat(STATE).contains(part.text()));
                assertThat(decision.response().explanation().orElseThrow().spans())
                        .isEqualTo(4);
                assertThat(client.ask(STATE, angry).influences("angry")).isEmpty();
            }
        }
    }
}
