// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What evaluate says to people: verdicts, what was not read in full, and which rows are wrong. */
class EvaluateReportTest {
    private static final int ROWS = 24;
    private static final String SECRET = "Mrs Miller";

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void write() {
        String bare =
                "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"tech\", \"billing\"]}";
        String described = "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\":"
                + " {\"tech\": \"it does not work\", \"billing\": \"invoices\"}}";
        for (int i = 0; i < ROWS; i++) {
            for (String question : List.of(bare, described)) {
                lines.add("{\"state\": \"%s writes letter %d\", \"question\": %s, \"gold\": \"%s\"}"
                        .formatted(SECRET, i, question, i % 2 == 0 ? "tech" : "billing"));
            }
        }
    }

    private String evaluate(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "evaluate", Files.write(dir.resolve("labels.jsonl"), lines).toString()));
        arguments.addAll(List.of(more));
        assertThat(commands.run(Map.of(), arguments.toArray(String[]::new)))
                .as(commands.complained())
                .isZero();
        return commands.printed();
    }

    private String written(String option, String... more) throws Exception {
        Path file = dir.resolve("out");
        List<String> arguments = new ArrayList<>(List.of(option, file.toString()));
        arguments.addAll(List.of(more));
        evaluate(arguments.toArray(String[]::new));
        return Files.readString(file);
    }

    @Test
    void twoWordingsOfOneInstructionAreToldApart() throws Exception {
        assertThat(evaluate()).contains("Which team? (wording ", "billing: invoices");
        assertThat(written("--report"))
                .contains("labels.jsonl", "tech: it does not work | billing: invoices")
                .containsPattern("wording 1 of 2")
                .containsPattern("wording 2 of 2");
    }

    @Test
    void everyQuestionHasAVerdictAndItsTable() throws Exception {
        for (int question = 0; question < 5; question++) {
            lines.add(("{\"state\": \"x\", \"question\": {\"type\": \"noul\", \"instructions\": \"Number %d?\"},"
                            + " \"gold\": true}")
                    .formatted(question));
        }
        String page = written("--report");
        assertThat(page.split("<div class=\"verdict ", -1)).hasSize(1 + 1 + 7);
        assertThat(page.split("aria-label=\"What was answered: ", -1)).hasSize(1 + 7);
        assertThat(page).contains("<b>Too few labels to judge by</b>: ");
        assertThat(evaluate()).contains(" of 24 answers are right; among many more of the same kind it would be ");
        assertThat(written("--json").split("\"verdict\"", -1)).hasSize(1 + 1 + 7);
    }

    @Test
    void wrongRowsAreListedByLineAndTheirTextOnlyOnRequest() throws Exception {
        String page = written("--report");
        assertThat(page).contains("<h2>Wrong answers</h2>", "<th scope=\"col\">line</th>", "--show-states");
        assertThat(page).doesNotContain(SECRET);
        assertThat(written("--json"))
                .contains("\"line\" : 48", "\"right\" : false")
                .doesNotContain(SECRET);
        assertThat(evaluate()).contains("Wrong answers, the surest first").doesNotContain(SECRET);
        assertThat(written("--report", "--show-states")).contains(SECRET);
        assertThat(written("--json", "--show-states")).contains(SECRET);
    }

    @Test
    void whatWasNotReadInFullIsSaidEverywhere() throws Exception {
        assertThat(evaluate()).doesNotContain("Note: ");
        String many = IntStream.range(0, 77)
                .mapToObj(i -> "\"the customer would like to know about the matter with the number " + i + "\"")
                .collect(Collectors.joining(", "));
        lines.add(("{\"state\": \"x\", \"questions\": {\"intent\": {\"type\": \"choice\", \"instructions\": \"What?\","
                        + " \"criteria\": [%s]}}, \"gold\": {\"intent\": \"the customer would like to know about the"
                        + " matter with the number 3\"}}")
                .formatted(many));
        lines.add(lines.getFirst().replace(SECRET, "word ".repeat(3_000)));
        String cut = "1 of 50 answers are about a state that is too long";
        String alike = "intent: of its 77 options only ";
        assertThat(evaluate()).contains("Note: " + cut, "Note: " + alike);
        assertThat(written("--report")).contains(cut, alike, " of its 77 options can be told apart");
        assertThat(written("--json"))
                .contains(cut, alike, "\"states_cut\" : 1", "\"state_cut\" : true")
                .containsPattern("\"options\" : 77,\\s+\"options_told_apart\" : [0-9]{1,2},");
        String labels = dir.resolve("labels.jsonl").toString();
        assertThat(commands.run(Map.of(), "compare", "precision=float32", "precision=float32", labels))
                .as(commands.complained())
                .isZero();
        assertThat(commands.printed())
                .contains(
                        "A: only a part of the state was read in 1 rows, and in 1 some options could not be told apart")
                .contains("B: only a part");
    }

    @Test
    void answerSaysWhatWasNotReadInFull() throws Exception {
        String question = "{\"angry\": {\"type\": \"noul\", \"instructions\": \"Angry?\"}}";
        Path in = Files.write(
                dir.resolve("in.jsonl"),
                List.of(
                        "{\"state\": \"x\", \"questions\": %s}".formatted(question),
                        "{\"state\": \"%s\", \"questions\": %s}".formatted("word ".repeat(3_000), question)));
        String out = dir.resolve("out.jsonl").toString();
        for (int again = 0; again < 2; again++) {
            assertThat(commands.run(Map.of(), "answer", in.toString(), out))
                    .as(commands.complained())
                    .isZero();
            assertThat(commands.printed()).contains("1 lines were read in part", "0 have options");
        }
    }
}
