// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.LearnedFiles.Asked;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that say which options cannot be excluded. The held-out scores of the file are 0.01, 0.02, … 0.99. */
class ExcludedOptionsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUESTIONS = """
        {"team": {"type": "choice", "instructions": "Which team?", "criteria": ["tech", 7, true]},
         "tone": {"type": "score", "instructions": "What tone?", "criteria": ["calm", "firm", "cross", "angry"]},
         "angry": {"type": "noul", "instructions": "The customer is angry."}}\
        """;
    private static final String UNKNOWN = "{\"new\": {\"type\": \"noul\", \"instructions\": \"Who knows?\"}}";
    private static final List<String> STATES = List.of("I was charged twice", "The app crashes", "Thank you", "a b c");

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private Map<String, String> learned(String... more) {
        Path file = LearnedFiles.write(
                dir.resolve("learned.safetensors"),
                Testdata.tiny().resolve("english"),
                3,
                new Asked(QuestionType.CHOICE, "Which team?", List.of("tech", "7", "True")),
                new Asked(
                        QuestionType.SCORE,
                        "What tone?",
                        List.of("level 0: calm", "level 1: firm", "level 2: cross", "level 3: angry")),
                new Asked(
                        QuestionType.NOUL,
                        "The customer is angry.",
                        List.of("false: no, the statement does not hold", "true: yes, the statement holds")));
        Map<String, String> settings = new HashMap<>(Map.of("SERVICE_FITTED", file.toString()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static HttpResponse<String> post(RunningService running, String state, String questions, String more)
            throws Exception {
        return running.post(
                "/v1/systemone",
                "{\"state\": \"%s\", \"model\": \"english\", \"questions\": %s%s}".formatted(state, questions, more));
    }

    private static JsonNode ask(RunningService running, String state, String more) throws Exception {
        HttpResponse<String> response = post(running, state, QUESTIONS, more);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).path("answers");
    }

    /** What cannot be excluded at 0.9 has a probability of 0.1 or more, and levels between two such levels stay. */
    @Test
    void everyTypeSaysWhatCannotBeExcluded() throws Exception {
        int excluded = 0;
        try (RunningService running = RunningService.start(learned())) {
            for (String state : STATES) {
                JsonNode answers = ask(running, state, ", \"coverage\": 0.9");
                JsonNode team = answers.path("team");
                List<JsonNode> options = new ArrayList<>();
                JsonNode p = team.path("probabilities");
                for (String label : List.of("\"tech\"", "7", "true")) {
                    JsonNode option = JSON.readTree(label);
                    if (p.path(option.asText()).asDouble() >= 0.1) {
                        options.add(option);
                    }
                }
                assertThat(team.at("/coverage/level").asDouble()).isEqualTo(0.9);
                assertThat(team.at("/coverage/options")).containsExactlyElementsOf(options);
                assertThat(team.at("/coverage/options")).contains(team.path("choice"));

                List<Integer> levels = new ArrayList<>();
                JsonNode ofLevels = answers.path("tone").path("probabilities");
                for (int level = 0; level < 4; level++) {
                    if (ofLevels.path(Integer.toString(level)).asDouble() >= 0.1) {
                        levels.add(level);
                    }
                }
                List<Integer> said = new ArrayList<>();
                answers.at("/tone/coverage/options").forEach(level -> said.add(level.asInt()));
                assertThat(said.getFirst()).isEqualTo(levels.getFirst());
                assertThat(said.getLast()).isEqualTo(levels.getLast());
                assertThat(said).hasSize(said.getLast() - said.getFirst() + 1);

                double yes = answers.path("angry").path("noul").asDouble();
                assertThat(answers.at("/angry/coverage/options").toString())
                        .isEqualTo(yes >= 0.1 && yes <= 0.9 ? "[false,true]" : yes < 0.1 ? "[false]" : "[true]");
                excluded += 3 - options.size();
            }
        }
        assertThat(excluded).isPositive();
    }

    @Test
    void onlyAnswersThatAreAskedForItHaveIt() throws Exception {
        try (RunningService running = RunningService.start(learned());
                RunningService always = RunningService.start(learned("SERVICE_COVERAGE", "0.8"))) {
            assertThat(ask(running, "x", "").findValues("coverage")).isEmpty();
            assertThat(ask(running, "x", ", \"coverage\": null").findValues("coverage"))
                    .isEmpty();
            assertThat(ask(always, "x", "").at("/team/coverage/level").asDouble())
                    .isEqualTo(0.8);
            assertThat(ask(always, "x", ", \"coverage\": 0.5")
                            .at("/team/coverage/level")
                            .asDouble())
                    .isEqualTo(0.5);
            // The deployment wishes it where it can be had; a request insists.
            assertThat(post(always, "x", UNKNOWN, "").body()).doesNotContain("coverage");
            assertThat(ask(always, "x", ", \"learned\": false").findValues("coverage"))
                    .isEmpty();
        }
    }

    /** 99 rows are the fewest that exclude anything at 0.99: the least score of them. */
    @Test
    void aLevelThatTheRowsCannotPromiseExcludesNothing() throws Exception {
        try (RunningService running = RunningService.start(learned())) {
            JsonNode answers = ask(running, "I was charged twice", ", \"coverage\": 0.99");
            assertThat(answers.at("/team/coverage/options").size()).isGreaterThanOrEqualTo(1);
        }
        Path calibration = Files.writeString(
                dir.resolve("few.json"),
                "{\"temperature\": [1, 1, 1], \"held_out\": {\"" + wordingOfTeam() + "\": [0.9, 0.9, 0.9]}}");
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", "english=" + calibration))) {
            HttpResponse<String> response = post(
                    running,
                    "x",
                    "{\"team\": {\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"tech\", 7,"
                            + " true]}}",
                    ", \"coverage\": 0.8");
            assertThat(JSON.readTree(response.body())
                            .at("/answers/team/coverage/options")
                            .toString())
                    .isEqualTo("[\"tech\",7,true]");
        }
    }

    private String wordingOfTeam() {
        return Wording.of(new Question.Choice(
                "Which team?",
                List.of(
                        option(new JsonValue.JsonString("tech")),
                        option(new JsonValue.JsonInteger("7")),
                        option(new JsonValue.JsonBoolean(true))),
                Optional.empty()));
    }

    private static Question.Option option(JsonValue label) {
        return new Question.Option(label, Optional.empty());
    }

    @Test
    void aQuestionWithoutLabelledRowsIsNamedWithTheCommandToRun() throws Exception {
        try (RunningService running = RunningService.start(learned());
                RunningService without = RunningService.start(Map.of())) {
            for (HttpResponse<String> refused : List.of(
                    post(running, "x", UNKNOWN, ", \"coverage\": 0.9"),
                    post(without, "x", UNKNOWN, ", \"coverage\": 0.9"))) {
                assertThat(refused.statusCode()).isEqualTo(422);
                assertThat(refused.body())
                        .contains(
                                "question 'new': the service knows no labelled rows of it",
                                "./serve learn LABELS --out FILE",
                                "./serve calibrate LABELS --coverage --out FILE",
                                "SERVICE_FITTED");
            }
            HttpResponse<String> alone = post(running, "x", QUESTIONS, ", \"coverage\": 0.9, \"learned\": false");
            assertThat(alone.statusCode()).isEqualTo(422);
            assertThat(alone.body()).contains("question 'team'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.49", "0.991", "1", "0", "-0.9", "true", "\"0.9\"", "[0.9]", "1e999"})
    void otherLevelsAreRefused(String level) throws Exception {
        try (RunningService running = RunningService.start(learned())) {
            HttpResponse<String> refused = post(running, "x", QUESTIONS, ", \"coverage\": " + level);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("'coverage' must be a number in [0.5, 0.99]");
        }
    }

    @Test
    void everyContractHasItUnderItsOwnNameAndTheStrictOneHasNot() throws Exception {
        try (RunningService document = RunningService.start(learned("SERVICE_DECISIONS", "1"));
                RunningService full = RunningService.start(learned("SERVICE_CONTRACT", "full"));
                RunningService strict =
                        RunningService.start(learned("SERVICE_STRICT", "1", "SERVICE_DECISIONS", "1"))) {
            JsonNode wanted = ask(document, "Thank you", ", \"coverage\": 0.9");
            JsonNode prefixed = ask(full, "Thank you", ", \"coverage\": 0.9");
            // Numbers are no labels of a choice in that contract's questions, so only two of them are compared.
            for (String id : List.of("tone", "angry")) {
                assertThat(prefixed.path(id).path("x_coverage"))
                        .isEqualTo(wanted.path(id).path("coverage"));
                assertThat(prefixed.path(id).has("coverage")).isFalse();
            }
            assertThat(ask(strict, "Thank you", ", \"coverage\": 0.9").toString())
                    .doesNotContain("coverage");
            String asked = "{\"input\": \"Thank you\", \"model\": \"english\", \"coverage\": 0.9, \"questions\":"
                    + " [{\"type\": \"predicate\", \"instructions\": \"The customer is angry.\"}]}";
            HttpResponse<String> openAi = document.post("/v1/decisions", asked);
            assertThat(openAi.statusCode()).as(openAi.body()).isEqualTo(200);
            assertThat(JSON.readTree(openAi.body()).at("/answers/0/x_coverage"))
                    .isEqualTo(wanted.at("/angry/coverage"));
            assertThat(strict.post("/v1/decisions", asked).body()).doesNotContain("coverage");
            String unknown = asked.replace("The customer is angry.", "Who knows?");
            assertThat(document.post("/v1/decisions", unknown).body())
                    .contains("'questions[0]': the service knows no labelled rows of it");
        }
    }

    @Test
    void theDescriptionHasItWhereFilesAreServedAndOnlyThere() throws Exception {
        try (RunningService without = RunningService.start(Map.of());
                RunningService with = RunningService.start(learned());
                RunningService strict = RunningService.start(learned("SERVICE_STRICT", "1"))) {
            assertThat(without.get("/openapi.json").body()).doesNotContain("coverage", "\"learned\"");
            JsonNode schemas = JSON.readTree(with.get("/openapi.json").body()).at("/components/schemas");
            assertThat(schemas.at("/DecisionRequest/properties").has("coverage"))
                    .isTrue();
            assertThat(schemas.at("/NoulAnswer/properties/coverage/$ref").asText())
                    .endsWith("/NoulCoverage");
            assertThat(JSON.readTree(strict.get("/openapi.json").body())
                            .at("/components/schemas/NoulAnswer/properties")
                            .has("coverage"))
                    .isFalse();
        }
    }

    @Test
    void theSettingNeedsAFileAndANumber() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_COVERAGE", "0.9")))
                .withMessageContaining("SERVICE_COVERAGE: needs a learned file or a calibration in SERVICE_FITTED");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(learned("SERVICE_COVERAGE", "0.999")))
                .withMessageContaining(
                        "SERVICE_COVERAGE (checkpoints.coverage): '0.999' cannot be used; it takes a number"
                                + " from 0.5 to 0.99");
    }

    /** Few labels that chance decides: nothing is gained for sure, and the rows still tell what cannot be excluded. */
    @Test
    void calibrateKeepsTheRowsEvenIfNothingIsGained() throws Exception {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            lines.add("{\"state\": \"%s\", \"model\": \"english\", \"question\": %s, \"gold\": %s}"
                    .formatted(
                            STATES.get(i % STATES.size()),
                            "{\"type\": \"noul\", \"instructions\": \"Who knows?\"}",
                            random.nextBoolean()));
        }
        String labels = Files.write(dir.resolve("labels.jsonl"), lines).toString();
        Path out = dir.resolve("calibration.json");
        assertThat(commands.run(Map.of(), "calibrate", labels, "--out", out.toString()))
                .isEqualTo(1);
        assertThat(out).doesNotExist();
        int status = commands.run(Map.of(), "calibrate", labels, "--coverage", "--out", out.toString());
        assertThat(status).as(commands.complained()).isZero();
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", out.toString()))) {
            JsonNode answer = JSON.readTree(
                            post(running, "x", UNKNOWN, ", \"coverage\": 0.98").body())
                    .at("/answers/new/coverage/options");
            assertThat(answer.toString()).isEqualTo("[false,true]");
        }
    }
}
