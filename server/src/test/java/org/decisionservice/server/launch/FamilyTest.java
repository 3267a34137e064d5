// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows a row is the same for every family: commands, windows, groups of options, batches, places. */
class FamilyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUEUE =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}";
    private static final String ANGRY = "{\"type\": \"noul\", \"instructions\": \"The customer is angry.\"}";
    private static final String[] MONEY = {"invoice", "refund", "charged", "payment", "receipt"};
    private static final String[] FAULTS = {"crash", "login", "error", "screen", "update"};

    private final FileCommands commands = new FileCommands();
    private final Random random = new Random(7);

    @TempDir
    private Path dir;

    private Path checkpoint(String family) throws IOException {
        if (!family.equals("julia")) {
            return Testdata.tiny().resolve(family);
        }
        Path julia = dir.resolve(family);
        return Files.exists(julia) ? julia : Copies.julia(julia);
    }

    private RunningService serve(String family, Map<String, String> more) throws IOException {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("SERVICE_MODEL_PATH", checkpoint(family).toString());
        return RunningService.start(settings);
    }

    private String state(boolean money) {
        String[] words = money ? MONEY : FAULTS;
        return IntStream.range(0, 6)
                .mapToObj(_ -> words[random.nextInt(words.length)])
                .collect(Collectors.joining(" "));
    }

    private static JsonNode post(RunningService service, String path, String body) throws Exception {
        HttpResponse<String> response = service.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static JsonNode ask(RunningService service, String state, String question, String more) throws Exception {
        return post(
                        service,
                        "/v1/systemone",
                        "{\"state\": \"%s\", \"questions\": {\"q\": %s}%s}".formatted(state, question, more))
                .at("/answers/q");
    }

    /** @param command that makes {@code out} of labels which random weights know nothing of */
    private void fit(String command, String family, Path out) throws Exception {
        List<String> labels = IntStream.range(0, 120)
                .mapToObj(i -> "{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\"}"
                        .formatted(state(i % 2 == 0), QUEUE, i % 2 == 0 ? "billing" : "tech"))
                .toList();
        Path file = Files.write(dir.resolve("labels.jsonl"), labels);
        Map<String, String> variables =
                Map.of("SERVICE_CHECKPOINTS", checkpoint(family).toString());
        assertThat(commands.run(variables, command, file.toString(), "--out", out.toString()))
                .as(commands.complained() + commands.printed())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"julia", "decision-tune", "tacet"})
    void whatIsLearnedCounts(String family) throws Exception {
        Path learned = dir.resolve("learned.safetensors");
        fit("learn", family, learned);
        try (RunningService service = serve(family, Map.of("SERVICE_FITTED", learned.toString()))) {
            int right = 0;
            for (int i = 0; i < 20; i++) {
                JsonNode answer = ask(service, state(i % 2 == 0), QUEUE, "");
                assertThat(answer.path("learned").asBoolean()).isTrue();
                right += answer.path("choice").asText().equals(i % 2 == 0 ? "billing" : "tech") ? 1 : 0;
            }
            assertThat(right).isGreaterThanOrEqualTo(18);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"julia", "decision-tune", "tacet"})
    void aCalibrationMovesProbabilitiesAndNoDecision(String family) throws Exception {
        Path calibration = dir.resolve("calibration.json");
        fit("calibrate", family, calibration);
        JsonNode alone;
        try (RunningService service = serve(family, Map.of())) {
            alone = ask(service, "invoice", QUEUE, "");
        }
        try (RunningService service = serve(family, Map.of("SERVICE_FITTED", calibration.toString()))) {
            JsonNode calibrated = ask(service, "invoice", QUEUE, "");
            assertThat(calibrated.get("choice")).isEqualTo(alone.get("choice"));
            assertThat(calibrated.get("probabilities")).isNotEqualTo(alone.get("probabilities"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"julia", "decision-tune", "tacet"})
    void windowsGroupsBatchesAndPlacesAreThoseOfAnyCheckpoint(String family) throws Exception {
        String many =
                IntStream.range(0, 40).mapToObj(i -> "\"option " + i + "\"").collect(Collectors.joining(", "));
        String choice = "{\"type\": \"choice\", \"instructions\": \"Which one?\", \"criteria\": [" + many + "]}";
        String longState = "The parcel is late. I want a refund now! ".repeat(40);
        try (RunningService service = serve(family, Map.of("SERVICE_TOURNAMENT_GROUP", "16"))) {
            JsonNode window = ask(service, longState, ANGRY, ", \"windows\": true, \"max_len\": 128")
                    .get("window");
            assertThat(window.get("count").intValue()).isGreaterThan(5);
            assertThat(longState.substring(
                            window.get("start").intValue(), window.get("end").intValue()))
                    .isNotBlank();
            JsonNode narrowed = ask(service, "option 7", choice, "");
            assertThat(narrowed.at("/x_tournament/finalists")).hasSize(3);
            assertThat(narrowed.get("probabilities")).isNotEmpty();
            List<String> states = List.of("refund", longState, "");
            JsonNode results = post(
                            service,
                            "/v1/systemone/batch",
                            "{\"states\": [%s], \"questions\": {\"q\": %s}}"
                                    .formatted(
                                            states.stream()
                                                    .map(state -> "\"" + state + "\"")
                                                    .collect(Collectors.joining(", ")),
                                            ANGRY))
                    .get("results");
            for (int i = 0; i < states.size(); i++) {
                assertThat(results.get(i).at("/answers/q/noul").doubleValue())
                        .isCloseTo(
                                ask(service, states.get(i), ANGRY, "")
                                        .get("noul")
                                        .doubleValue(),
                                within(1e-4));
            }
        }
        Path place = checkpoint(family);
        String places = "{\"english\": \"%s\", \"other\": \"%s\"}".formatted(place, place);
        try (RunningService service = RunningService.start(Map.of("SERVICE_EXTRA_MODELS", places))) {
            JsonNode first = ask(service, "refund", ANGRY, ", \"model\": \"english\"");
            assertThat(ask(service, "refund", ANGRY, ", \"model\": \"other\"")).isEqualTo(first);
            assertThat(ask(service, "refund", ANGRY, ", \"model\": \"multilingual\""))
                    .isNotEqualTo(first);
        }
    }

    /** Tacet reads the questions of a request together; what one row costs is said once. */
    @Test
    void questionsThatAreReadTogetherShareRowsAndWindows() throws Exception {
        String both = "{\"state\": \"%s\", \"questions\": {\"queue\": " + QUEUE + ", \"angry\": " + ANGRY + "}%s}";
        String longState = "The parcel is late. I want a refund now! ".repeat(40);
        try (RunningService service = serve("tacet", Map.of("SERVICE_PLAN", "1"))) {
            JsonNode together = post(service, "/v1/systemone", both.formatted("refund", ""));
            JsonNode alone = ask(service, "refund", ANGRY, "");
            assertThat(together.at("/answers/angry/noul").doubleValue())
                    .isNotCloseTo(alone.get("noul").doubleValue(), within(1e-4));
            JsonNode plan = post(service, "/v1/systemone/plan", both.formatted("refund", ""));
            assertThat(plan.get("rows").intValue()).isEqualTo(1);
            assertThat(plan.at("/usage/input_tokens")).isEqualTo(together.at("/usage/input_tokens"));
            assertThat(plan.at("/questions/queue/room")).isEqualTo(plan.at("/questions/angry/room"));
            JsonNode windowed = post(
                            service,
                            "/v1/systemone",
                            both.formatted(longState, ", \"windows\": true, \"max_len\": 160"))
                    .get("answers");
            assertThat(windowed.at("/angry/window/count").intValue()).isGreaterThan(5);
            assertThat(service.post("/v1/systemone", both.formatted("refund", ", \"head_max_len\": 192"))
                            .body())
                    .contains("'head_max_len' is set, but the checkpoint that answers is of the family Tacet");
            assertThat(service.post("/v1/systemone", both.formatted("refund", ", \"max_len\": 90"))
                            .body())
                    .contains("of the family Tacet, leaves them 26; ask fewer questions at once, or shorten them, or"
                            + " raise max_len");
        }
    }

    /** What labels taught, and groups, are about one question; beside others, it is still asked as it was then. */
    @Test
    void whatIsLearnedOrNarrowedHasRowsOfItsOwn() throws Exception {
        Path learned = dir.resolve("learned.safetensors");
        fit("learn", "tacet", learned);
        String many =
                IntStream.range(0, 40).mapToObj(i -> "\"option " + i + "\"").collect(Collectors.joining(", "));
        String choice = "{\"type\": \"choice\", \"instructions\": \"Which one?\", \"criteria\": [" + many + "]}";
        try (RunningService service =
                serve("tacet", Map.of("SERVICE_FITTED", learned.toString(), "SERVICE_TOURNAMENT_GROUP", "16"))) {
            String body = "{\"state\": \"invoice\", \"questions\": {\"queue\": %s, \"many\": %s, \"angry\": %s}%s}";
            JsonNode answers = post(service, "/v1/systemone", body.formatted(QUEUE, choice, ANGRY, ""))
                    .get("answers");
            String untaught = body.formatted(QUEUE, choice, ANGRY, ", \"learned\": false");
            try (RunningService without = serve("tacet", Map.of("SERVICE_TOURNAMENT_GROUP", "16"))) {
                assertThat(post(service, "/v1/systemone", untaught).get("answers"))
                        .isEqualTo(post(without, "/v1/systemone", untaught).get("answers"));
            }
            assertThat(answers.at("/queue/learned").asBoolean()).isTrue();
            for (Map.Entry<String, String> each :
                    Map.of("queue", QUEUE, "many", choice, "angry", ANGRY).entrySet()) {
                JsonNode alone = ask(service, "invoice", each.getValue(), "");
                String number = each.getKey().equals("angry") ? "/noul" : "/confidence";
                assertThat(answers.get(each.getKey()).at(number).doubleValue())
                        .as(each.getKey())
                        .isCloseTo(alone.at(number).doubleValue(), within(1e-4));
            }
        }
    }

    /** One family reads documents in a form of its own; what is left of one is read in it, too. */
    @ParameterizedTest
    @ValueSource(strings = {"julia", "decision-tune", "tacet"})
    void anAnswerSaysWhatItDependsOn(String family) throws Exception {
        String document = "{\"subject\": \"refund\", \"items\": [\"invoice\", 3], \"text\": \"It broke. Help!\"}";
        String body = "{\"state\": %s, \"questions\": {\"q\": %s}%s}";
        try (RunningService service = serve(family, Map.of("SERVICE_EXPLAIN", "1"))) {
            JsonNode answer = post(service, "/v1/systemone", body.formatted(document, QUEUE, ", \"explain\": true"));
            assertThat(answer.at("/explanation/spans").intValue()).isEqualTo(5);
            JsonNode first = answer.at("/answers/q/explanation/0");
            String part = first.get("text").asText();
            String chosen =
                    "/answers/q/probabilities/" + answer.at("/answers/q/choice").asText();
            String without = part.equals("3") ? document.replace("3", "null") : document.replaceFirst(part + " ?", "");
            JsonNode other = post(service, "/v1/systemone", body.formatted(without, QUEUE, ""));
            assertThat(first.get("change").doubleValue())
                    .isCloseTo(
                            other.at(chosen).doubleValue() - answer.at(chosen).doubleValue(), within(2.1e-4));
        }
    }
}
