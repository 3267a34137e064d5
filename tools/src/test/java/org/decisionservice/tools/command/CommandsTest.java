// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that take files, from their arguments to what they print and write. */
class CommandsTest {
    private static final String NOUL = "{\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}";
    private static final String CHOICE =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"tech\", \"billing\"]}";

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private int run(Map<String, String> variables, String... arguments) {
        return commands.run(variables, arguments);
    }

    private int run(String... arguments) {
        return run(Map.of(), arguments);
    }

    private String printed() {
        return commands.printed();
    }

    private String complained() {
        return commands.complained();
    }

    private String file(String name, List<String> lines) throws IOException {
        return Files.write(dir.resolve(name), lines).toString();
    }

    /** Rows of both questions, labelled without regard to what random weights answer. */
    private String labels(String name, int rows) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            String state = "The customer writes letter number " + i + " about an invoice.";
            lines.add("{\"state\": \"%s\", \"question\": %s, \"gold\": %s}".formatted(state, NOUL, i % 3 == 0));
            lines.add("{\"state\": \"%s\", \"questions\": {\"team\": %s}, \"gold\": {\"team\": \"%s\"}}"
                    .formatted(state, CHOICE, i % 2 == 0 ? "tech" : "billing"));
        }
        return file(name, lines);
    }

    @Test
    void evaluatePrintsNumbersAndWritesAPageThatNeedsNothingElse() throws Exception {
        String json = dir.resolve("out.json").toString();
        Path page = dir.resolve("out.html");
        assertThat(run("evaluate", labels("labels.jsonl", 40), "--json", json, "--report", page.toString()))
                .as(complained())
                .isZero();
        assertThat(printed())
                .contains("all  ", " 80  ", "type choice", "type noul", "options 2", "checkpoint english", "team")
                .contains("rows are right, columns answered");
        assertThat(Files.readString(page))
                .contains("<svg", "default-src 'none'; style-src 'sha256-", "prefers-color-scheme: dark")
                .doesNotContain("<script", "http://", "https://", "style=");
        assertThat(Files.readString(Path.of(json))).contains("\"version\" : 1", "\"file\" : \"", "sha256:");
        // The same measurement is not worse than itself.
        assertThat(run("evaluate", labels("labels.jsonl", 40), "--baseline", json))
                .isZero();
    }

    @Test
    void aMissedGateIsStatus1AndSaysByHowMuch() throws Exception {
        String labels = labels("labels.jsonl", 10);
        assertThat(run("evaluate", labels, "--min-accuracy", "1.0")).isEqualTo(1);
        assertThat(complained()).contains("missed: accuracy is 0.", "--min-accuracy 1.0");
        assertThat(run("evaluate", labels, "--max-ece", "0")).isEqualTo(1);
        assertThat(run("evaluate", labels, "--min-accuracy", "0")).isZero();
    }

    @Test
    void aBaselineThatWasBetterIsMissed() throws Exception {
        Path json = dir.resolve("out.json");
        String labels = labels("labels.jsonl", 10);
        run("evaluate", labels, "--json", json.toString());
        String before = Files.readString(json);
        int all = before.indexOf("\"log_loss\"");
        String better = before.substring(0, all)
                + before.substring(all).replaceFirst("\"value\" : [0-9.]+", "\"value\" : 0.001");
        Files.writeString(json, better);
        assertThat(run("evaluate", labels, "--baseline", json.toString())).isEqualTo(1);
        assertThat(complained()).contains("missed: log_loss is ").contains("the baseline has 0.0010");
        assertThat(run("evaluate", labels("others.jsonl", 11), "--baseline", json.toString()))
                .isEqualTo(2);
        assertThat(complained()).contains("is of other labels").doesNotContain("missed");
    }

    @Test
    void spreadsheetsAndTheUpstreamFormatAreTheSameMeasurement() throws Exception {
        String questions = Files.writeString(dir.resolve("q.json"), "{\"team\": %s}".formatted(CHOICE))
                .toString();
        String csv = file(
                "a.csv",
                List.of("\uFEFFstate,team,note", "\"An invoice, twice\",billing,x", "It crashes,tech,", "Nothing,,"));
        assertThat(run("evaluate", csv, "--questions", questions))
                .as(complained())
                .isZero();
        String numbers = printed().lines().skip(1).findFirst().orElseThrow();
        String row =
                "{\"state\": \"%s\", \"questions\": {\"team\": %s}, \"expected\": {\"team\": \"%s\"}, \"tags\": []}";
        String upstream = file(
                "b.jsonl",
                List.of(
                        "# a comment",
                        row.formatted("An invoice, twice", CHOICE, "billing"),
                        row.formatted("It crashes", CHOICE, "tech")));
        assertThat(run("evaluate", upstream)).as(complained()).isZero();
        assertThat(printed().lines().skip(1).findFirst()).contains(numbers);
        assertThat(run("evaluate", csv)).isEqualTo(2);
        assertThat(complained()).contains("--questions");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'state': 'x', 'question': Q, 'gold': 'angry'} -> line 2: the label 'angry' of question 'question'",
                "{'state': 'x', 'questions': {}, 'gold': {'a': 1}} -> 'gold' names 'a', which 'questions' does not",
                "{'state': null, 'question': Q, 'gold': true} -> line 2: 'state' is required",
                "{'state': 'x', 'question': Q, 'gold': tru} -> line 2: the line must be valid JSON",
                "{'state': 'x', 'question': {'type': 'nul'}, 'gold': 1} -> line 2: question 'question'"
            })
    void whatIsWrongWithALineIsSaidWithItsNumber(String example) throws Exception {
        String good = "{\"state\": \"x\", \"question\": %s, \"gold\": true}".formatted(NOUL);
        String line = example.split(" -> ", 2)[0].replace('\'', '"').replace("Q", NOUL);
        assertThat(run("evaluate", file("labels.jsonl", List.of(good, line)))).isEqualTo(2);
        assertThat(complained()).contains(example.split(" -> ", 2)[1]).doesNotContain("\tat ");
        assertThat(complained().lines()).hasSize(1);
    }

    @Test
    void wrongArgumentsAndSettingsAreStatus2AndHelpIsThere() throws Exception {
        assertThat(run("evaluate")).isEqualTo(2);
        assertThat(complained()).contains("FILE");
        assertThat(run("evaluate", "nowhere.jsonl")).isEqualTo(2);
        assertThat(complained()).contains("nowhere.jsonl: cannot be read; there is no such file");
        assertThat(run("evaluate", labels("labels.jsonl", 1), "--precision", "half"))
                .isEqualTo(2);
        assertThat(complained()).isEqualTo("SERVICE_PRECISION: there is no half\n");
        assertThat(run("evaluate", "--help")).isZero();
        assertThat(printed()).contains("--baseline", "--min-accuracy", "Status: 0, 1 if");
    }

    @Test
    void aCalibrationLowersTheLogLossAndBindsToItsCheckpoint() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add("{\"state\": \"letter %d\", \"question\": %s, \"gold\": true}".formatted(i, NOUL));
        }
        lines.add("{\"state\": \"letter\", \"question\": %s, \"gold\": \"tech\"}".formatted(CHOICE));
        String labels = file("labels.jsonl", lines);
        String calibration = dir.resolve("calibration.json").toString();
        assertThat(run("calibrate", labels, "--out", calibration))
                .as(complained())
                .isZero();
        assertThat(printed())
                .contains("Which team?: 1 labels are too few", "noul: temperature", "before ", "after ")
                .contains("SERVICE_FITTED=");
        String json = dir.resolve("out.json").toString();
        assertThat(run("evaluate", labels, "--json", json)).isZero();
        double before = logLoss(Path.of(json));
        assertThat(run(Map.of("SERVICE_FITTED", calibration), "evaluate", labels, "--json", json))
                .as(complained())
                .isZero();
        assertThat(logLoss(Path.of(json))).isLessThan(before / 2);
        assertThat(Files.readString(Path.of(json))).doesNotContain("\"calibration\" : null");
        assertThat(run(Map.of("SERVICE_FITTED", "multilingual=" + calibration), "evaluate", labels))
                .isEqualTo(2);
        assertThat(complained())
                .contains("was made for the weights sha256:", "multilingual does not have")
                .hasLineCount(1);
    }

    private static double logLoss(Path report) throws IOException {
        String text = Files.readString(report);
        int value = text.indexOf("\"value\" : ", text.indexOf("\"log_loss\"")) + "\"value\" : ".length();
        return Double.parseDouble(text.substring(value, text.indexOf(',', value)));
    }
}
