// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands do about labels that cannot be used, and about those that show nothing. */
class LabelCommandsTest {
    private static final String NOUL = "{\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}";

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private int run(String... arguments) {
        return commands.run(Map.of(), arguments);
    }

    private String rows(int rows, int yes) throws IOException {
        return Files.write(
                        dir.resolve("labels.jsonl"),
                        labelled(IntStream.range(0, rows)
                                .mapToObj(i -> i % yes == 0)
                                .toList()))
                .toString();
    }

    private static List<String> labelled(List<Boolean> gold) {
        return IntStream.range(0, gold.size())
                .mapToObj(i ->
                        "{\"state\": \"letter %d\", \"question\": %s, \"gold\": %s}".formatted(i, NOUL, gold.get(i)))
                .toList();
    }

    /**
     * The tiny checkpoints, of which {@code english} and {@code multilingual} have weights that cannot be loaded.
     */
    private String broken() throws IOException {
        Path copy = dir.resolve("checkpoints");
        try (Stream<Path> files = Files.walk(Testdata.tiny())) {
            for (Path file : files.toList()) {
                Path to = copy.resolve(Testdata.tiny().relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
        Files.writeString(copy.resolve("english/model.safetensors"), "less");
        Files.writeString(copy.resolve("multilingual/model.safetensors"), "nothing");
        return copy.toString();
    }

    @Test
    void aWrongLabelIsFoundBeforeAnythingIsAnswered() throws Exception {
        String labels = rows(70, 2);
        Files.writeString(
                Path.of(labels),
                Files.readString(Path.of(labels)).replaceFirst("\"state\"", "\"model\": \"multilingual\", \"state\""));
        String checkpoints = broken();
        assertThat(run("evaluate", labels, "--checkpoints", checkpoints)).isEqualTo(2);
        assertThat(commands.complained())
                .contains("labels.jsonl: 70 labels on 70 rows")
                .contains(
                        "SERVICE_CHECKPOINTS: checkpoint multilingual in ",
                        " cannot be loaded: model.safetensors: is 7 bytes long")
                .doesNotContain("\tat ");
        Files.writeString(
                Path.of(labels),
                Files.readString(Path.of(labels))
                        + "{\"state\": \"x\", \"question\": %s, \"gold\": \"perhaps\"}".formatted(NOUL));
        String[] evaluate = {"evaluate", labels, "--checkpoints", checkpoints};
        String[] calibrate = {
            "calibrate",
            labels,
            "--checkpoints",
            checkpoints,
            "--out",
            dir.resolve("o").toString()
        };
        String[] compare = {"compare", checkpoints, checkpoints, labels};
        for (String[] command : List.of(evaluate, calibrate, compare)) {
            assertThat(run(command)).as(command[0]).isEqualTo(2);
            assertThat(commands.complained())
                    .startsWith(labels + " line 71: the label 'perhaps' of question 'question' is none of its options")
                    .hasLineCount(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] -> it takes a JSON object of question id to question",
                "{} -> it takes a JSON object of question id to question",
                "{'team': 1, 'team': 2} -> it must be valid JSON: error at line 1, column 19: an object has this name"
                        + " twice",
                "{'caf\u00e9': {'type': 'noul'}} -> line 1: a byte that is not UTF-8"
            })
    void whatIsWrongWithTheQuestionsNamesTheirFile(String example) throws Exception {
        Path questions = dir.resolve("questions.json");
        Files.write(questions, example.split(" -> ", 2)[0].replace('\'', '"').getBytes(StandardCharsets.ISO_8859_1));
        Path labels = Files.writeString(dir.resolve("labels.csv"), "state,team\nx,y\n");
        assertThat(run("evaluate", labels.toString(), "--questions", questions.toString()))
                .isEqualTo(2);
        assertThat(commands.complained())
                .startsWith(questions.toString())
                .contains(example.split(" -> ", 2)[1])
                .hasLineCount(1);
    }

    @Test
    void aQuestionSetIsAFileOfQuestions() throws Exception {
        Path set = Files.writeString(
                dir.resolve("set.json"),
                "{\"description\":\"D.\",\"questions\":{\"late\":{\"type\":\"noul\",\"instructions\":\"Is it"
                        + " late?\"}}}");
        Path labels = Files.writeString(dir.resolve("labels.csv"), "state,late\nx,yes\ny,no\n");
        assertThat(run("evaluate", labels.toString(), "--questions", set.toString()))
                .as(commands.complained())
                .isZero();
        // A question that is called so is none.
        Files.writeString(set, "{\"questions\":{\"type\":\"noul\",\"instructions\":\"Is it late?\"}}");
        Files.writeString(labels, "state,questions\nx,yes\ny,no\n");
        assertThat(run("evaluate", labels.toString(), "--questions", set.toString()))
                .as(commands.complained())
                .isZero();
    }

    /** As a German spreadsheet program writes it. */
    @Test
    void columnsMayHaveNamesOfTheirOwn() throws Exception {
        Path questions = Files.writeString(
                dir.resolve("q.json"), "{\"late\":{\"type\":\"noul\",\"instructions\":\"Is it late?\"}}");
        String labels = Files.writeString(
                        dir.resolve("labels.csv"), "\uFEFFNr.;Text;Versp\u00e4tet?\r\n1;\"x; y\";yes\r\n2;y;no\r\n")
                .toString();
        String asked = questions.toString();
        assertThat(run("evaluate", labels, "--questions", asked, "--state", "text", "--label", "Versp\u00e4tet?"))
                .as(commands.complained())
                .isZero();
        assertThat(commands.complained()).contains("2 labels on 2 rows; columns not used: 'Nr.'");
        assertThat(run("evaluate", labels, "--questions", asked, "--state", "Text", "--label", "Late"))
                .isEqualTo(2);
        assertThat(commands.complained())
                .contains("no column is named 'Late'; the first row names 'Nr.', 'Text', 'Versp\u00e4tet?'");
        assertThat(run("evaluate", labels, "--questions", asked)).isEqualTo(2);
        assertThat(commands.complained()).contains("; name the column of the states with --state");
        assertThat(run("evaluate", labels, "--questions", asked, "--state", "Text"))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("; name the column of the labels with --label");
        assertThat(run("evaluate", labels, "--state", "Text")).isEqualTo(2);
        assertThat(commands.complained())
                .contains("--state: it names a column of a table, whose questions --questions names");
        Files.writeString(
                questions,
                "{\"late\":{\"type\":\"noul\",\"instructions\":\"Is it late?\"},\"sad\":{\"type\":\"noul\","
                        + "\"instructions\":\"Is it sad?\"}}");
        assertThat(run("evaluate", labels, "--questions", asked, "--state", "Text", "--label", "Nr."))
                .isEqualTo(2);
        assertThat(commands.complained()).contains("it has 2 questions, and --label names the column of one");
    }

    @Test
    void questionsBesideLinesOfJsonAreNotPassedOverSilently() throws Exception {
        String labels = rows(2, 2);
        assertThat(run("evaluate", labels, "--questions", labels)).isEqualTo(2);
        assertThat(commands.complained()).contains("--questions is for a table").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate", "calibrate", "compare", "answer"})
    void directoriesPipesAndMissingFilesAreRefusedAtOnce(String command) throws Exception {
        Path pipe = dir.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (String each :
                List.of(dir + " -> it is a directory", pipe + " -> it is a pipe", dir + "/no -> there is no such")) {
            String[] parts = each.split(" -> ", 2);
            List<String> arguments = new ArrayList<>(List.of(command));
            if (command.equals("compare")) {
                arguments.addAll(List.of("precision=float32", "precision=float32"));
            }
            arguments.add(parts[0]);
            if (command.equals("calibrate")) {
                arguments.add("--out");
            }
            if (command.equals("calibrate") || command.equals("answer")) {
                arguments.add(dir.resolve("out").toString());
            }
            assertThat(run(arguments.toArray(String[]::new))).as(each).isEqualTo(2);
            assertThat(commands.complained())
                    .startsWith(parts[0] + ": cannot be read; " + parts[1])
                    .hasLineCount(1);
            assertThat(dir.resolve("out.resume")).doesNotExist();
        }
    }

    @Test
    void labelsThatGainNothingWriteNoCalibrationAndSayHowManyToGet() throws Exception {
        Path out = dir.resolve("calibration.json");
        assertThat(run("calibrate", rows(12, 2), "--out", out.toString())).isEqualTo(1);
        assertThat(commands.printed()).matches("Is the customer angry\\?: you have 12 labels, get about [0-9]{2,3}\\n");
        assertThat(commands.complained()).contains("nothing gained: ", "calibration.json is not written");
        assertThat(out).doesNotExist();
    }

    @Test
    void labelsThatAreTurnedRoundAreRecognised() throws Exception {
        Path json = dir.resolve("out.json");
        String labels = rows(60, 2);
        run("evaluate", labels, "--json", json.toString());
        String calibration = dir.resolve("calibration.json").toString();
        List<Boolean> answers = Pattern.compile("\"probabilities\" : \\[ ([0-9.E-]+), ([0-9.E-]+) ]")
                .matcher(Files.readString(json))
                .results()
                .map(row -> Double.parseDouble(row.group(2)) > Double.parseDouble(row.group(1)))
                .toList();
        assertThat(answers).hasSize(60);
        Files.write(Path.of(labels), labelled(answers.stream().map(yes -> !yes).toList()));
        run("calibrate", labels, "--out", calibration);
        assertThat(commands.complained()).contains("0 of 60 answers are right, fewer than guessing gets");
        Files.write(Path.of(labels), labelled(answers));
        run("calibrate", labels, "--out", calibration);
        assertThat(commands.complained()).doesNotContain("guessing");
    }
}
