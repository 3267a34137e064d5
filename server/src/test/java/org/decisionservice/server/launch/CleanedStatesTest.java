// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Cleaning;
import org.decisionservice.client.Decision;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.client.Questions;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that are cleaned before anything reads them, wherever requests come from. */
class CleanedStatesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NEW = "My invoice is wrong.";
    private static final String MAIL = NEW + "\n\nOn Mon, May 12, 2025 at 10:42 AM A <a@b.example> wrote:\n> old";
    private static final String QUESTIONS = """
        {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}\
        """;
    private static final Map<String, String> ON_REQUEST = Map.of("SERVICE_CLEAN", "request");

    @TempDir
    private Path dir;

    private static String single(String state, String more) throws Exception {
        return "{\"state\": " + JSON.writeValueAsString(state) + ", \"questions\": " + QUESTIONS + more + "}";
    }

    private static JsonNode answer(RunningService running, String path, String body) throws Exception {
        HttpResponse<String> response = running.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    /** Takes what was taken out off an answer, and returns it. */
    private static JsonNode cleaned(JsonNode answer, String name) {
        return ((ObjectNode) answer.get("usage")).remove(name);
    }

    private static void isCut(JsonNode cleaned) {
        assertThat(cleaned.toString())
                .isEqualTo("{\"as\":\"text\",\"decoded\":false,\"cuts\":[{\"kind\":\"quoted\",\"start\":20,\"end\":"
                        + MAIL.length() + "}],\"parts_left_out\":0,\"kept_whole\":false}");
    }

    @Test
    void theAnswerIsThatOfTheNewTextAndSaysWhatWasCut() throws Exception {
        try (RunningService running = RunningService.start(ON_REQUEST)) {
            JsonNode bare = answer(running, "/v1/systemone", single(NEW, ""));
            assertThat(bare.get("usage").has("cleaned")).isFalse();
            assertThat(answer(running, "/v1/systemone", single(MAIL, ""))).isNotEqualTo(bare);
            JsonNode asked = answer(running, "/v1/systemone", single(MAIL, ", \"clean\": \"email\""));
            isCut(cleaned(asked, "cleaned"));
            assertThat(asked).isEqualTo(bare);
        }
    }

    @Test
    void everyStateOfABatchSaysItsOwn() throws Exception {
        String states = "{\"states\": [" + JSON.writeValueAsString(NEW) + ", null, " + JSON.writeValueAsString(MAIL)
                + "], \"questions\": " + QUESTIONS + ", \"clean\": \"email\", \"on_error\": \"per_state\"}";
        try (RunningService running = RunningService.start(ON_REQUEST)) {
            JsonNode results = answer(running, "/v1/systemone/batch", states).get("results");
            assertThat(results.at("/0/usage/cleaned/cuts")).isEmpty();
            assertThat(results.get(1).has("error")).isTrue();
            isCut(results.at("/2/usage/cleaned"));
        }
    }

    @Test
    void aSettingCleansEveryStateThatNoRequestSaves() throws Exception {
        try (RunningService running = RunningService.start(Map.of("SERVICE_CLEAN", "email"))) {
            isCut(answer(running, "/v1/systemone", single(MAIL, "")).at("/usage/cleaned"));
            isCut(answer(running, "/v1/systemone", single(MAIL, ", \"clean\": null"))
                    .at("/usage/cleaned"));
            assertThat(answer(running, "/v1/systemone", single(MAIL, ", \"clean\": \"none\""))
                            .at("/usage/cleaned")
                            .isMissingNode())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"mail\"", "7", "true", "[]"})
    void anotherWordIsRefusedByName(String value) throws Exception {
        try (RunningService running = RunningService.start(ON_REQUEST)) {
            HttpResponse<String> refused = running.post("/v1/systemone", single(MAIL, ", \"clean\": " + value));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("'clean' must be \\\"email\\\" or \\\"none\\\", or left out");
        }
    }

    @Test
    void withoutTheSettingNobodyReadsTheMember() throws Exception {
        try (RunningService running = RunningService.start(Map.of())) {
            HttpResponse<String> with = running.post("/v1/systemone", single(MAIL, ", \"clean\": 7"));
            assertThat(with.headers().firstValue("X-Ignored-Members")).contains("clean");
            assertThat(with.body())
                    .isEqualTo(running.post("/v1/systemone", single(MAIL, "")).body());
            assertThat(running.get("/openapi.json").body()).doesNotContain("Cleaned", "\"clean\"");
        }
    }

    @Test
    void theDescriptionHasItWhereItIsSwitchedOn() throws Exception {
        Map<String, String> all = Map.of("SERVICE_CLEAN", "request", "SERVICE_DECISIONS", "openai,gemini");
        try (RunningService running = RunningService.start(all)) {
            JsonNode schemas =
                    JSON.readTree(running.get("/openapi.json").body()).at("/components/schemas");
            assertThat(schemas.toString()).contains("\"clean\"");
            assertThat(schemas.at("/Usage/properties/cleaned").isMissingNode()).isFalse();
            assertThat(schemas.at("/DecisionsUsage/properties/x_cleaned").isMissingNode())
                    .isFalse();
            assertThat(schemas.at("/GeminiUsage/properties/x_cleaned").isMissingNode())
                    .isFalse();
        }
    }

    @Test
    void otherContractsHaveItUnderTheirPrefix() throws Exception {
        Map<String, String> full =
                Map.of("SERVICE_CLEAN", "email", "SERVICE_CONTRACT", "full", "SERVICE_DECISIONS", "openai,gemini");
        String input = JSON.writeValueAsString(MAIL);
        try (RunningService running = RunningService.start(full)) {
            isCut(answer(running, "/v1/systemone", single(MAIL, "")).at("/usage/x_cleaned"));
            isCut(answer(
                            running,
                            "/v1/decisions",
                            "{\"model\": \"m\", \"input\": " + input
                                    + ", \"questions\": [{\"type\": \"predicate\", \"instructions\": \"Is it?\"}]}")
                    .at("/usage/x_cleaned"));
            isCut(answer(
                            running,
                            "/v1beta/decisions",
                            "{\"model\": \"m\", \"input\": " + input + ", \"questions\": " + QUESTIONS + "}")
                    .at("/usage/x_cleaned"));
        }
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_CLEAN", "email", "SERVICE_CONTRACT", "strict"))) {
            assertThat(running.post("/v1/systemone", single(MAIL, "")).body())
                    .isEqualTo(running.post("/v1/systemone", single(NEW, "")).body());
        }
    }

    @Test
    void aStateIsCountedBeforeAndAfter() throws Exception {
        String history = "\n> " + "old ".repeat(20_000);
        String asks = ", \"clean\": \"email\"";
        try (RunningService running = RunningService.start(ON_REQUEST)) {
            assertThat(running.post("/v1/systemone", single(MAIL + history, "")).statusCode())
                    .isEqualTo(413);
            assertThat(running.post("/v1/systemone", single(MAIL + history, asks))
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> after = running.post("/v1/systemone", single("new ".repeat(20_000) + MAIL, asks));
            assertThat(after.statusCode()).isEqualTo(413);
            assertThat(after.body()).contains("of the text given to the model");
            HttpResponse<String> before = running.post("/v1/systemone", single(MAIL + history.repeat(13), asks));
            assertThat(before.statusCode()).isEqualTo(413);
            assertThat(before.body()).contains("> 1000000 characters before it is cleaned");
        }
    }

    @Test
    void aMessageWithItsHeaderIsAnObjectToTheModel() throws Exception {
        String message = "From: A <a@b.example>\r\nSubject: Invoice\r\nMIME-Version: 1.0\r\n\r\n" + NEW + "\r\n";
        String object = "{\"state\": {\"subject\": \"Invoice\", \"from\": \"A <a@b.example>\", \"body\": \"" + NEW
                + "\"}, \"questions\": " + QUESTIONS + "}";
        try (RunningService running = RunningService.start(ON_REQUEST)) {
            JsonNode asked = answer(running, "/v1/systemone", single(message, ", \"clean\": \"email\""));
            assertThat(cleaned(asked, "cleaned").get("as").asText()).isEqualTo("message");
            assertThat(asked).isEqualTo(answer(running, "/v1/systemone", object));
        }
    }

    @Test
    void theClientAsksForItAndReadsWhatWasCut() {
        try (RunningService running = RunningService.start(ON_REQUEST)) {
            Decision decision = DecisionClient.at(URI.create("http://127.0.0.1:" + running.port()))
                    .clean("email")
                    .ask(MAIL, Questions.noul("angry", "Is the customer angry?"));
            assertThat(decision.response().usage().cleaning())
                    .contains(new Cleaning(
                            Cleaning.Form.TEXT,
                            false,
                            List.of(new Cleaning.Cut(Cleaning.Kind.QUOTED, Optional.empty(), 20, MAIL.length())),
                            0,
                            false));
        }
    }

    @Test
    void commandsCleanAsTheRoutesDo() throws Exception {
        Path requests = Files.writeString(dir.resolve("requests.jsonl"), single(MAIL, "") + "\n");
        Path answers = dir.resolve("answers.jsonl");
        Map<String, String> settings = Map.of("SERVICE_CLEAN", "email");
        FileCommands commands = new FileCommands();
        assertThat(commands.run(settings, "answer", requests.toString(), answers.toString()))
                .as(commands.complained())
                .isZero();
        isCut(JSON.readTree(Files.readString(answers)).at("/usage/cleaned"));

        Path request = Files.writeString(dir.resolve("request.json"), single(MAIL, ""));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Map<String, String> environment = Map.of(
                "SERVICE_CHECKPOINTS", Testdata.tiny().toString(),
                "SERVICE_ENGINE", GuardedProvider.guarded("reference"),
                "SERVICE_REQUEST_FILE", request.toString(),
                "SERVICE_CLEAN", "email");
        assertThat(OneShot.run(
                        SettingsReader.read(environment, Path.of("none.yaml")),
                        new Home(Path.of("target")),
                        new PrintStream(out, true, StandardCharsets.UTF_8)))
                .isZero();
        isCut(JSON.readTree(out.toString(StandardCharsets.UTF_8)).at("/usage/cleaned"));
    }

    /** What is measured is what is served: the same probabilities for the mail as for its new text. */
    @Test
    void evaluateCleansAsTheRoutesDo() throws Exception {
        List<String> printed = List.of(evaluated(MAIL, "email"), evaluated(NEW, "none"), evaluated(MAIL, "none"));
        assertThat(printed.get(0)).isEqualTo(printed.get(1));
        assertThat(printed.get(2)).isNotEqualTo(printed.get(1));
    }

    private String evaluated(String state, String clean) throws Exception {
        String row = single(state, ", \"gold\": {\"angry\": true}");
        Path labels = Files.writeString(dir.resolve("labels.jsonl"), (row + "\n").repeat(4));
        Path report = dir.resolve("report.json");
        FileCommands commands = new FileCommands();
        assertThat(commands.run(
                        Map.of("SERVICE_CLEAN", clean), "evaluate", labels.toString(), "--json", report.toString()))
                .as(commands.complained())
                .isZero();
        return JSON.readTree(Files.readString(report)).findValues("brier").toString();
    }
}
