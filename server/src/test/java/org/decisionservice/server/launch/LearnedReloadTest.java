// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.LearnedFiles.Asked;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learned files that are read again, that are not for this checkpoint, and questions that were changed since. */
class LearnedReloadTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int CLIENTS = 4;
    private static final int RELOADS = 40;
    private static final String OPTIONS = "{\"tech\": \"errors\", \"billing\": null, \"other\": null}";
    private static final Asked TEAM =
            new Asked(QuestionType.CHOICE, "Which team?", List.of("tech: errors", "billing", "other"));

    @TempDir
    private Path dir;

    private Path learned(int seed, Asked... asked) {
        return LearnedFiles.write(
                dir.resolve("learned.safetensors"), Testdata.tiny().resolve("english"), seed, asked);
    }

    private static String ask(String options, String more) {
        return """
            {"states": ["The app crashes on start.", "Thank you"], "model": "english", "questions": {
             "team": {"type": "choice", "instructions": "Which team?", "criteria": %s}}%s}\
            """.formatted(options, more);
    }

    private static String answers(RunningService running, String body) throws Exception {
        HttpResponse<String> response = running.post("/v1/systemone/batch", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        List<String> answers = new ArrayList<>();
        JSON.readTree(response.body())
                .path("results")
                .forEach(each -> answers.add(each.path("answers").toString()));
        return answers.toString();
    }

    /**
     * One of the files has learned nothing of the question, so requests with and without means come beside each other.
     */
    @Test
    void noRequestFailsAndBothStatesHaveTheOldOrTheNew() throws Exception {
        Path file = learned(1, TEAM);
        try (RunningService running = RunningService.start(
                        Map.of("SERVICE_FITTED", file.toString(), "SERVICE_ADMIN_PORT", "0", "SERVICE_COALESCE", "1"));
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            String body = ask(OPTIONS, "");
            String one = answers(running, body);
            byte[] first = Files.readAllBytes(file);
            learned(2, new Asked(QuestionType.NOUL, "Something else.", List.of("false: no", "true: yes")));
            byte[] second = Files.readAllBytes(file);
            assertThat(running.operate("/calibration/reload").statusCode()).isEqualTo(200);
            String other = answers(running, body);
            assertThat(other).isNotEqualTo(one).isEqualTo(answers(running, ask(OPTIONS, ", \"learned\": false")));
            AtomicBoolean enough = new AtomicBoolean();
            Callable<Integer> sending = () -> {
                int count = 0;
                while (!enough.get()) {
                    assertThat(answers(running, body)).isIn(Set.of(one, other));
                    count++;
                }
                return count;
            };
            List<Future<Integer>> sent = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                sent.add(clients.submit(sending));
            }
            for (int i = 0; i < RELOADS; i++) {
                Files.write(file, i % 2 == 0 ? first : second);
                assertThat(running.operate("/calibration/reload").statusCode()).isEqualTo(200);
            }
            enough.set(true);
            int answered = 0;
            for (Future<Integer> each : sent) {
                answered += each.get();
            }
            System.out.printf("%d batches answered during %d reloads%n", answered, RELOADS);
            assertThat(answered).isGreaterThanOrEqualTo(CLIENTS);
            assertThat(answers(running, body)).isEqualTo(other);
        }
    }

    @Test
    void aDamagedFileAndOneForOtherWeightsChangeNothing() throws Exception {
        Path file = learned(1, TEAM);
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_FITTED", "english=" + file, "SERVICE_ADMIN_PORT", "0"))) {
            String before = answers(running, ask(OPTIONS, ""));
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length - 4));
            HttpResponse<String> damaged = running.operate("/calibration/reload");
            assertThat(damaged.statusCode()).isEqualTo(409);
            assertThat(damaged.body())
                    .contains("SERVICE_FITTED: ", "learned.safetensors: tensor '", "lies outside the file");
            LearnedFiles.write(file, Testdata.tiny().resolve("multilingual"), 1, TEAM);
            HttpResponse<String> foreign = running.operate("/calibration/reload");
            assertThat(foreign.statusCode()).isEqualTo(409);
            assertThat(foreign.body())
                    .contains(
                            "was made for the weights sha256:",
                            "which english does not have; learn for this checkpoint with ./serve learn");
            assertThat(answers(running, ask(OPTIONS, ""))).isEqualTo(before);
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_FITTED", "english=" + file)))
                .withMessageContaining("which english does not have");
    }

    private static JsonNode probabilities(RunningService running, String options) throws Exception {
        return JSON.readTree(
                        running.post("/v1/systemone/batch", ask(options, "")).body())
                .at("/results/0/answers/team/probabilities");
    }

    /** A limit of 0 calls every state unlike. */
    @Test
    void statesUnlikeTheLabelledOnesAreToldInTheAnswerTheMetricsAndTheDecisionLog() throws Exception {
        LearnedFile read = LearnedFile.read(learned(1, TEAM)).file();
        Map.Entry<String, LearnedFile.Entry> only = read.questions().firstEntry();
        LearnedFile.Entry entry = only.getValue();
        float[] middle = entry.learned().features().mean();
        float[] variances = new float[middle.length];
        Arrays.fill(variances, 1);
        LearnedFile.Entry measured = new LearnedFile.Entry(
                entry.type(),
                entry.instructions(),
                entry.options(),
                entry.narrowed(),
                entry.learned(),
                entry.heldOut(),
                entry.states(),
                Optional.of(new Familiarity(middle, variances, 0)));
        Path file = Files.write(
                dir.resolve("unlike.safetensors"),
                new LearnedFile(read.checkpoint(), new LinkedHashMap<>(Map.of(only.getKey(), measured))).bytes());
        Path log = dir.resolve("decisions.jsonl");
        Map<String, String> settings = new HashMap<>(Map.of(
                "SERVICE_FITTED", file.toString(), "SERVICE_DECISION_LOG", log.toString(), "SERVICE_ADMIN_PORT", "0"));
        try (RunningService running = RunningService.start(settings)) {
            assertThat(answers(running, ask(OPTIONS, ""))).contains("\"learned\":true,\"unlike\":true");
            assertThat(answers(running, ask(OPTIONS, ", \"learned\": false"))).doesNotContain("unlike");
            assertThat(running.metrics())
                    .contains("decision_taught_answers_total{as=\"unlike\",question=\"team\"} 2.0");
        }
        assertThat(Files.readAllLines(log).stream()
                        .map(line -> read(line).path("taught").asText("none")))
                .containsExactlyInAnyOrder("unlike", "unlike", "none", "none");
        settings.put("SERVICE_STRICT", "1");
        settings.put("SERVICE_DECISION_LOG", "");
        try (RunningService strict = RunningService.start(settings)) {
            assertThat(answers(strict, ask(OPTIONS, ""))).doesNotContain("unlike");
        }
    }

    /** The same file as if the question had been learned with its options in reverse. */
    private Path inReverse(Path file) throws Exception {
        LearnedFile read = LearnedFile.read(file).file();
        Map.Entry<String, LearnedFile.Entry> only = read.questions().firstEntry();
        LearnedFile.Entry entry = only.getValue();
        int options = entry.options().size();
        float[][] weights = new float[options][];
        float[] bias = new float[options];
        int[] labels = new int[options];
        for (int option = 0; option < options; option++) {
            weights[option] = entry.learned().weights(options - 1 - option);
            bias[option] = entry.learned().bias(options - 1 - option);
            labels[option] = entry.learned().labels(options - 1 - option);
        }
        LearnedFile.Entry reversed = new LearnedFile.Entry(
                entry.type(),
                entry.instructions(),
                entry.options().reversed(),
                entry.narrowed(),
                new LearnedQuestion(
                        entry.learned().scale(), weights, bias, entry.learned().features(), labels),
                entry.heldOut(),
                entry.states(),
                entry.familiarity());
        SequencedMap<String, LearnedFile.Entry> questions = new LinkedHashMap<>(Map.of(only.getKey(), reversed));
        return Files.write(dir.resolve("reversed.safetensors"), new LearnedFile(read.checkpoint(), questions).bytes());
    }

    @Test
    void optionsInAnotherOrderAreTheSameQuestionAndChangedOnesAreNot() throws Exception {
        Path file = learned(1, TEAM);
        String reordered = "{\"other\": null, \"tech\": \"errors\", \"billing\": null}";
        String renamed = "{\"tech\": \"errors\", \"invoices\": null, \"other\": null}";
        String added = "{\"tech\": \"errors\", \"billing\": null, \"other\": null, \"press\": null}";
        Path reversed = inReverse(file);
        try (RunningService running = RunningService.start(Map.of("SERVICE_FITTED", file.toString()));
                RunningService otherwise = RunningService.start(Map.of("SERVICE_FITTED", reversed.toString()));
                RunningService alone = RunningService.start(Map.of());
                Lines lines = new Lines("org.decisionservice.host.decision.ChangedQuestions")) {
            JsonNode learned = probabilities(running, OPTIONS);
            JsonNode inOtherOrder = probabilities(running, reordered);
            assertThat(inOtherOrder.properties().stream().map(Map.Entry::getKey))
                    .containsExactly("other", "tech", "billing");
            assertThat(inOtherOrder).isNotEqualTo(probabilities(alone, reordered));
            assertThat(inOtherOrder).isEqualTo(probabilities(otherwise, reordered));
            assertThat(learned).isEqualTo(probabilities(otherwise, OPTIONS));
            assertThat(lines.said).isEmpty();
            for (int i = 0; i < 2; i++) {
                assertThat(probabilities(running, renamed)).isEqualTo(probabilities(alone, renamed));
            }
            assertThat(lines.said)
                    .singleElement()
                    .asString()
                    .contains("alone answers question team", "learn the new wording with ./serve learn");
            lines.said.clear();
            JsonNode extended = probabilities(running, added);
            JsonNode before = probabilities(alone, added);
            assertThat(extended).isNotEqualTo(before).isNotEqualTo(learned);
            assertThat(extended.path("press").asDouble())
                    .as("the new option keeps what the checkpoint says of it")
                    .isCloseTo(before.path("press").asDouble(), within(1.01e-4));
            assertThat(lines.said)
                    .singleElement()
                    .asString()
                    .contains("answers question team as learned, but for options that were added since");
        }
    }

    /** Answer, decision log and metric say of each question what labels had to do with it. */
    @Test
    void whatWasLearnedIsSaidOfEachAnswer() throws Exception {
        Path log = dir.resolve("decisions.jsonl");
        Map<String, String> settings = new HashMap<>(Map.of(
                "SERVICE_FITTED",
                learned(1, TEAM).toString(),
                "SERVICE_DECISION_LOG",
                log.toString(),
                "SERVICE_ADMIN_PORT",
                "0"));
        String added = "{\"tech\": \"errors\", \"billing\": null, \"other\": null, \"press\": null}";
        try (RunningService running = RunningService.start(settings)) {
            assertThat(answers(running, ask(OPTIONS, ""))).contains("\"learned\":true");
            assertThat(answers(running, ask(added, ""))).contains("\"learned\":true");
            assertThat(answers(running, ask(OPTIONS, ", \"learned\": false"))).doesNotContain("learned");
            assertThat(answers(running, ask("[\"x\", \"y\"]", ""))).doesNotContain("learned");
            assertThat(running.metrics())
                    .contains("decision_taught_answers_total{as=\"learned\",question=\"team\"} 2.0")
                    .contains("decision_taught_answers_total{as=\"extended\",question=\"team\"} 2.0")
                    .contains("decision_taught_answers_total{as=\"reworded\",question=\"team\"} 2.0");
        }
        List<String> taught = Files.readAllLines(log).stream()
                .map(line -> read(line).path("taught").asText("none"))
                .toList();
        assertThat(taught)
                .containsExactlyInAnyOrder(
                        "learned", "learned", "extended", "extended", "none", "none", "reworded", "reworded");
        settings.put("SERVICE_STRICT", "1");
        settings.put("SERVICE_DECISION_LOG", "");
        try (RunningService strict = RunningService.start(settings)) {
            assertThat(answers(strict, ask(OPTIONS, ""))).doesNotContain("learned");
        }
        settings.put("SERVICE_STRICT", "");
        settings.put("SERVICE_FITTED", "");
        try (RunningService without = RunningService.start(settings)) {
            assertThat(answers(without, ask(OPTIONS, ""))).doesNotContain("learned");
            assertThat(without.metrics()).doesNotContain("decision_taught_answers_total{");
        }
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a logger is told meanwhile. */
    private static final class Lines extends Handler implements AutoCloseable {
        private final List<String> said = new ArrayList<>();
        private final Logger logger;

        Lines(String name) {
            logger = Logger.getLogger(name);
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            said.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
