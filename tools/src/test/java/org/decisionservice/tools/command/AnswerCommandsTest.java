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
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code answer} and {@code compare}, from their arguments to what they print and write. */
class AnswerCommandsTest {
    private static final String QUESTIONS =
            "{\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}";
    private static final int LINES = 150;

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private int run(Map<String, String> variables, String... arguments) {
        return commands.run(variables, arguments);
    }

    private String said() {
        return commands.printed() + commands.complained();
    }

    private static String line(int number) {
        return "{\"state\": \"%s\", \"questions\": %s}"
                .formatted("word ".repeat(number % 40 + 1).strip(), QUESTIONS);
    }

    /** One state has as many tokens as no neighbour's, so that an answer in the wrong place is seen. */
    private Path requests(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add(line(i));
        }
        return Files.write(dir.resolve(name), lines);
    }

    @Test
    void everyLineHasItsAnswerAndAKilledRunGoesOn() throws Exception {
        String in = requests("in.jsonl").toString();
        Path whole = dir.resolve("whole.jsonl");
        assertThat(run(Map.of(), "answer", in, whole.toString())).as(said()).isZero();
        assertThat(said()).contains("150 lines: 150 answered, 0 errors, 0 blank");
        List<String> answers = Files.readAllLines(whole);
        assertThat(answers).hasSize(LINES);
        for (int i = 1; i < 40; i++) {
            int tokens = stateTokens(answers.get(i)) - stateTokens(answers.get(i - 1));
            assertThat(tokens).as("line %d", i).isEqualTo(stateTokens(answers.get(1)) - stateTokens(answers.get(0)));
        }
        // As a run that was killed while it wrote line 71 leaves it.
        Files.writeString(
                whole,
                String.join("\n", answers.subList(0, 70)) + "\n"
                        + answers.get(70).substring(0, 33));
        assertThat(run(Map.of(), "answer", in, whole.toString())).as(said()).isZero();
        assertThat(said()).contains("70 of 150 lines were answered before", "150 answered");
        assertThat(Files.readAllLines(whole)).isEqualTo(answers);
        // Nothing is left to do.
        assertThat(run(Map.of("SERVICE_ENGINE", GuardedProvider.guarded("reference")), "answer", in, whole.toString()))
                .isZero();
        assertThat(Files.readAllLines(whole)).isEqualTo(answers);
    }

    private static int stateTokens(String answer) {
        String name = "\"state_tokens\":";
        int from = answer.indexOf(name) + name.length();
        return Integer.parseInt(answer.substring(from, answer.indexOf(',', from)));
    }

    @Test
    void anotherFileOfRequestsOrOtherSettingsAreRefused() throws Exception {
        String in = requests("in.jsonl").toString();
        Path answers = dir.resolve("out.jsonl");
        run(Map.of(), "answer", in, answers.toString());
        byte[] before = Files.readAllBytes(answers);
        String other =
                Files.writeString(dir.resolve("other.jsonl"), line(1) + "\n").toString();
        assertThat(run(Map.of(), "answer", other, answers.toString())).isEqualTo(2);
        assertThat(said()).contains("holds answers to something else: the requests have changed");
        assertThat(run(Map.of("SERVICE_CONTRACT", "full"), "answer", in, answers.toString()))
                .isEqualTo(2);
        assertThat(said()).contains("SERVICE_CONTRACT was unset and is full");
        assertThat(run(Map.of(), "answer", in, in)).isEqualTo(2);
        assertThat(said()).contains("in.jsonl exists, and no ");
        assertThat(Files.readAllBytes(answers)).isEqualTo(before);
        assertThat(Files.readAllLines(Path.of(in))).hasSize(LINES);
    }

    @Test
    void brokenLinesAreErrorsInTheirPlaceAndBlankLinesStayBlank() throws Exception {
        String tooLong = "{\"state\": \"" + "x".repeat(2 * 1024 * 1024) + "\", \"questions\": {}}";
        Path in = Files.write(
                dir.resolve("in.jsonl"), List.of(line(1), "", "{\"state\": 1", "{\"state\": \"x\"}", tooLong, line(2)));
        Path answers = dir.resolve("out.jsonl");
        for (int again = 0; again < 2; again++) {
            assertThat(run(Map.of(), "answer", in.toString(), answers.toString()))
                    .isEqualTo(1);
            assertThat(said()).contains("6 lines: 2 answered, 3 errors, 1 blank");
            List<String> lines = Files.readAllLines(answers);
            assertThat(lines).hasSize(6);
            assertThat(lines.get(0)).startsWith("{\"model\":");
            assertThat(lines.get(1)).isEmpty();
            assertThat(lines.get(2))
                    .startsWith("{\"detail\":\"")
                    .contains("JSON")
                    .endsWith("\",\"line\":3}");
            assertThat(lines.get(3)).contains("'questions'").endsWith("\",\"line\":4}");
            assertThat(lines.get(4)).contains("too large").endsWith("\",\"line\":5}");
            assertThat(lines.get(5)).startsWith("{\"model\":");
        }
    }

    @Test
    void compareNamesWhatDiffersAndTestsLabels() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add("{\"state\": \"letter %d\", \"questions\": %s, \"gold\": {\"angry\": true}}"
                    .formatted(i, QUESTIONS));
        }
        String in = Files.write(dir.resolve("in.jsonl"), lines).toString();
        String a = dir.resolve("a.jsonl").toString();
        String report = dir.resolve("report.json").toString();
        run(Map.of(), "answer", in, a);
        run(Map.of(), "evaluate", in, "--json", report);
        assertThat(run(Map.of(), "compare", a, "precision=float32", in))
                .as(said())
                .isZero();
        assertThat(said()).contains("20 answers, 0 differ", "right of 20 labelled", "McNemar p = 1.0000");
        assertThat(run(Map.of(), "compare", report, Testdata.tiny().toString(), in))
                .as(said())
                .isZero();
        assertThat(said()).contains("differ by 0.000000 at most");
        // As Windows' PowerShell writes what a command prints to a file.
        String redirected = Files.writeString(
                        dir.resolve("redirected.jsonl"),
                        "\uFEFF" + Files.readString(Path.of(a)).replace("\n", "\r\n"),
                        StandardCharsets.UTF_16LE)
                .toString();
        assertThat(run(Map.of(), "compare", redirected, a, in)).as(said()).isZero();
        assertThat(said()).contains("20 answers, 0 differ");
        // Turned round, every answer of the file is another.
        List<String> turned = Files.readAllLines(Path.of(a)).stream()
                .map(line -> line.replaceFirst("\"noul\":[0-9.]+", "\"noul\":0.0"))
                .toList();
        String zero = Files.write(dir.resolve("zero.jsonl"), turned).toString();
        String one = Files.write(
                        dir.resolve("one.jsonl"),
                        turned.stream()
                                .map(line -> line.replace("\"noul\":0.0", "\"noul\":1.0"))
                                .toList())
                .toString();
        String json = dir.resolve("compared.json").toString();
        assertThat(run(Map.of(), "compare", zero, one, in, "--json", json)).isEqualTo(1);
        assertThat(said())
                .contains("20 answers, 20 differ (100.00 %)", "A 0, B 20; only A 0, only B 20; McNemar p = 0.0000")
                .contains("line 1, angry: A false (1.0000), B true (1.0000)");
        assertThat(Files.readString(Path.of(json))).contains("\"compared\" : 20", "\"only_b\" : 20");
        assertThat(run(Map.of(), "compare", zero, one, in, "--allow", "1")).isZero();
        assertThat(run(Map.of(), "compare", "speed=high", one, in)).isEqualTo(2);
        String other =
                Files.write(dir.resolve("other.jsonl"), lines.subList(0, 3)).toString();
        assertThat(run(Map.of(), "compare", report, a, other)).isEqualTo(2);
        assertThat(said()).contains("of other questions than the file").doesNotContain("fitted=");
        run(Map.of(), "evaluate", other, "--json", report);
        assertThat(run(Map.of(), "compare", report, a, in)).isEqualTo(2);
        assertThat(said()).contains("it has 3 of 20 answers", "name fitted=FILE instead of its report");
    }

    private static final String WORDED = """
        {"state": "letter %d", "questions": {"team": {"type": "choice", "instructions": "Which team?",
        "criteria": ["tech", "billing"]}, "tone": {"type": "score", "instructions": "How angry?",
        "criteria": ["calm", "firm"]}}, "gold": {"team": "tech", "tone": "firm"}}\
        """.replace("\n", "");

    @Test
    void compareAsksTwoWordingsOfTheSameLabels() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            lines.add(WORDED.formatted(i));
        }
        String in = Files.write(dir.resolve("worded.jsonl"), lines).toString();
        String tone = "\"tone\": {\"type\": \"score\", \"instructions\": \"How angry?\", \"criteria\": [%s]}";
        String words = questions(
                "words.json",
                "\"team\": {\"type\": \"choice\", \"instructions\": \"Who should answer?\", \"criteria\":"
                        + " {\"none of these\": null, \"billing\": \"invoices\", \"tech\": \"errors\"}}",
                tone.formatted("\"friendly\", \"annoyed\""));
        assertThat(run(Map.of(), "compare", "precision=float32", "questions=" + words, in))
                .as(said())
                .isZero();
        assertThat(said()).contains("24 answers", "right of 24 labelled", "right more often");
        // Asked in the same words on both sides, nothing differs.
        assertThat(run(Map.of(), "compare", "questions=" + words, "questions=" + words, in, "--allow", "0"))
                .as(said())
                .isZero();
        assertThat(said()).contains("24 answers, 0 differ", "Nothing shows that one is right more often");
        String levels = questions(
                "levels.json",
                "\"team\": {\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"tech\"]}",
                tone.formatted("\"a\", \"b\", \"c\""));
        assertThat(run(Map.of(), "compare", "precision=float32", "questions=" + levels, in))
                .isEqualTo(2);
        assertThat(said()).contains("levels.json", "question 'tone' must be a score of 2 levels, as the labels are");
        String few = questions("few.json", tone.formatted("\"a\", \"b\""));
        assertThat(run(Map.of(), "compare", "precision=float32", "questions=" + few, in))
                .isEqualTo(2);
        assertThat(said()).contains("few.json", "it has no question 'team'");
    }

    private String questions(String name, String... questions) throws IOException {
        return Files.writeString(dir.resolve(name), "{" + String.join(", ", questions) + "}")
                .toString();
    }
}
