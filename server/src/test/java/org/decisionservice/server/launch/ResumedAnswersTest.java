// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that was killed goes on only if it would give the same answers: two kinds are never in one file. */
class ResumedAnswersTest {
    private static final int LINES = 60;

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private Path in = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void write() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add(("{\"state\": \"letter %d\", \"questions\": {\"angry\": {\"type\": \"noul\","
                            + " \"instructions\": \"Angry?\"}}}")
                    .formatted(i));
        }
        in = Files.write(dir.resolve("in.jsonl"), lines);
        out = dir.resolve("out.jsonl");
    }

    private int answer(Map<String, String> variables) {
        return commands.run(variables, "answer", in.toString(), out.toString());
    }

    /** Answers all lines, and leaves what a run leaves that was killed in the middle. */
    private void killed(Map<String, String> variables) throws IOException {
        assertThat(answer(variables)).as(commands.complained()).isZero();
        Files.write(out, Files.readAllLines(out).subList(0, 40));
    }

    private void refused(String expected) throws IOException {
        assertThat(commands.complained()).contains("holds answers to something else: ", expected, "to begin again");
        // Whether the weights are the same is known only when the first line is answered, after the progress has begun.
        assertThat(commands.complained()
                        .lines()
                        .filter(line -> !line.contains(" INFO ") && !line.endsWith(" lines were answered before")))
                .hasSize(1);
        assertThat(Files.readAllLines(out)).hasSize(40);
    }

    @ParameterizedTest
    @CsvSource({
        "SERVICE_WINDOWS, 1",
        "SERVICE_TOURNAMENT_GROUP, 4",
        "SERVICE_OPTION_ORDERS, 3",
        "SERVICE_CONTRACT, 'document,jev-confidence'",
        "SERVICE_DEVICE, cpu",
        "SERVICE_PRECISION, float32",
        "SERVICE_PRECISION, 'float32,tolerance=0.3'",
        "SERVICE_MODEL, multilingual",
        "SERVICE_DEFAULT_MODEL, multilingual",
        "SERVICE_MAX_TOKEN_BUDGET, 400",
        "SERVICE_CONTRACT, full"
    })
    void anotherSettingThatAnswersDependOnIsRefusedByName(String variable, String value) throws Exception {
        killed(Map.of());
        assertThat(answer(Map.of(variable, value))).isEqualTo(2);
        refused(variable + " was unset and is " + value);
        assertThat(answer(Map.of())).as(commands.complained()).isZero();
        assertThat(Files.readAllLines(out)).hasSize(LINES);
    }

    @Test
    void settingsThatAnswersDoNotDependOnMayChange() throws Exception {
        killed(Map.of());
        assertThat(answer(Map.of(
                        "SERVICE_PORT",
                        "9000",
                        "SERVICE_THREADS",
                        "1",
                        "SERVICE_MAX_CONCURRENT",
                        "3",
                        "SERVICE_MAX_BATCH_TOKENS",
                        "4096",
                        "SERVICE_LOG_LEVEL",
                        "error")))
                .as(commands.complained())
                .isZero();
        assertThat(Files.readAllLines(out)).hasSize(LINES);
    }

    private Path copy(String name) throws IOException {
        Path to = dir.resolve(name);
        try (Stream<Path> files = Files.walk(Testdata.tiny())) {
            for (Path file : files.toList()) {
                Path target = to.resolve(Testdata.tiny().relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }

    @Test
    void theSameCheckpointsElsewhereGoOnAndOthersDoNot() throws Exception {
        killed(Map.of("SERVICE_CHECKPOINTS", copy("one").toString()));
        Path moved = copy("two");
        assertThat(answer(Map.of("SERVICE_CHECKPOINTS", moved.toString())))
                .as(commands.complained())
                .isZero();
        Files.write(out, Files.readAllLines(out).subList(0, 40));
        Path weights = moved.resolve("english/model.safetensors");
        byte[] bytes = Files.readAllBytes(weights);
        bytes[bytes.length - 1] ^= 1;
        Files.write(weights, bytes);
        assertThat(answer(Map.of("SERVICE_CHECKPOINTS", moved.toString()))).isEqualTo(2);
        refused("weights of english was sha256:");
        Path tokenizer = moved.resolve("english/tokenizer/tokenizer.json");
        Files.writeString(tokenizer, Files.readString(tokenizer) + "\n");
        assertThat(answer(Map.of("SERVICE_CHECKPOINTS", moved.toString()))).isEqualTo(2);
        refused("checkpoint english tokenizer/tokenizer.json was ");
    }

    @Test
    void anotherCalibrationOfTheSameNameIsRefused() throws Exception {
        List<String> labels = new ArrayList<>();
        for (String line : Files.readAllLines(in)) {
            labels.add(line.substring(0, line.length() - 1) + ", \"gold\": {\"angry\": true}}");
        }
        Path labelled = Files.write(dir.resolve("labels.jsonl"), labels);
        Path calibration = dir.resolve("calibration.json");
        assertThat(commands.run(Map.of(), "calibrate", labelled.toString(), "--out", calibration.toString()))
                .as(commands.complained())
                .isZero();
        killed(Map.of("SERVICE_FITTED", calibration.toString()));
        Files.writeString(calibration, Files.readString(calibration) + "\n");
        assertThat(answer(Map.of("SERVICE_FITTED", calibration.toString()))).isEqualTo(2);
        refused("the calibration of SERVICE_FITTED was ");
        assertThat(answer(Map.of())).isEqualTo(2);
        refused("the calibration of SERVICE_FITTED was ");
    }

    @Test
    void aQuestionSetInOtherWordsIsRefused() throws Exception {
        Path sets = Files.createDirectory(dir.resolve("sets"));
        Path set = Files.writeString(
                sets.resolve("mood.json"),
                "{\"questions\": {\"angry\": {\"type\": \"noul\", \"instructions\": \"Angry?\"}}}");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add("{\"state\": \"letter %d\", \"question_set\": \"mood\"}".formatted(i));
        }
        Files.write(in, lines);
        killed(Map.of("SERVICE_QUESTION_SETS", sets.toString()));
        String words = Files.readString(set);
        Files.writeString(set, words.replace("Angry?", "Is it angry?"));
        assertThat(answer(Map.of("SERVICE_QUESTION_SETS", sets.toString()))).isEqualTo(2);
        refused("SERVICE_QUESTION_SETS was ");
        Files.writeString(set, words);
        assertThat(answer(Map.of("SERVICE_QUESTION_SETS", sets.toString())))
                .as(commands.complained())
                .isZero();
        assertThat(Files.readAllLines(out)).hasSize(LINES);
    }

    @Test
    void aNoteThatWasWrittenInPartOrByAnotherVersionIsNoReasonToMix() throws Exception {
        killed(Map.of());
        Path note = dir.resolve("out.jsonl.resume");
        Files.write(note, Files.readAllLines(note).subList(0, 2));
        assertThat(answer(Map.of())).isEqualTo(2);
        refused(" was unset and is ");
    }
}
