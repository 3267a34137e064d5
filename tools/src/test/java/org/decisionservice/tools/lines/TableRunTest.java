// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.TableColumns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables with answers, from an answerer that says what its request holds. */
class TableRunTest {
    private static final String QUESTIONS = """
            {"team": {"type": "choice", "instructions": "Which?", "criteria": {"Öl": "oil", "a;b": null}},
             "mood": {"type": "score", "instructions": "How?", "criteria": ["bad", "good"]},
             "=now": {"type": "noul", "instructions": "Is it urgent?"}}""";
    private static final String ANSWERS = """
            {"model":"m","answers":{"team":{"type":"choice","choice":"a;b","probabilities":{"Öl":0.25,"a;b":0.75},"answer_confidence":0.75},\
            "mood":{"type":"score","score":1.4999,"legend":{"0":"bad","1":"good"},"probabilities":{"0":0.50004,"1":0.49996}},\
            "=now":{"type":"noul","noul":1.0}},"usage":{},\
            "routing":{"model":"m","reason":"r","detection":{"script":"latin","language":"de"}UNREAD}}""";
    private static final String UNREAD = ",\"language_supported\":false";
    private static final String ADDED =
            "team: answer;team: on this answer;team: Öl;\"team: a;b\";mood: answer;mood: on this answer;mood: bad;"
                    + "mood: good;'=now: answer;'=now: on this answer;'=now: yes;'=now: no;error";
    private static final String ANSWERED = "\"a;b\";0,75;0,25;0,75;1,50;0,50004;0,5;0,5;yes;1;1;0;";

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final AtomicInteger asked = new AtomicInteger();

    @TempDir
    private Path dir;

    private Path in = Path.of("");
    private Path out = Path.of("");
    private Path questions = Path.of("");
    private Optional<String> state = Optional.of("Text");

    @BeforeEach
    void write() throws Exception {
        in = dir.resolve("in.csv");
        out = dir.resolve("out.csv");
        questions = Files.writeString(dir.resolve("questions.json"), QUESTIONS);
    }

    /** Stops the run after {@code most} rows. */
    private LineAnswerer answerer(int most) {
        return new LineAnswerer() {
            @Override
            public Supplier<AnsweredLine> begin(byte[] request, long length) {
                String text = new String(request, StandardCharsets.UTF_8);
                return () -> {
                    if (asked.incrementAndGet() > most) {
                        throw ConfigurationException.forNow("the service does not answer");
                    }
                    return text.contains("refused")
                            ? new AnsweredLine(bytes("{\"detail\":\"state too large, \\\"x\\\"\"}"), true)
                            : new AnsweredLine(
                                    bytes(ANSWERS.replace("UNREAD", text.contains("sind") ? UNREAD : "")), false);
                };
            }

            @Override
            public Map<String, String> revisions() {
                return Map.of("m", "sha256:1");
            }

            @Override
            public void close() {}
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private LineRun.Counts run(int most) {
        Progress progress =
                new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), "rows", false, System::nanoTime);
        return new TableRun(
                        in,
                        new TableColumns(questions, state, Optional.empty(), Optional.empty()),
                        out,
                        new LinkedHashMap<>())
                .run(() -> answerer(most), progress);
    }

    private List<String> files() throws IOException {
        try (var all = Files.list(dir)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void everyRowHasItsAnswersOrWhyItHasNone() throws Exception {
        Files.writeString(in, "nr;Text;x\n1;hello;@a\n\n2;;=b\n3;refused;\n4;good bye;\"c\nd\"\n");
        assertThat(run(9)).isEqualTo(new LineRun.Counts(4, 1, 1, 0, 0));
        String none = ";".repeat(12);
        assertThat(out)
                .content()
                .isEqualTo("nr;Text;x;" + ADDED + "\n1;hello;@a;" + ANSWERED + "\n\n2;;=b;" + none
                        + "This row is empty.\n3;refused;;" + none
                        + "\"state too large, \"\"x\"\"\"\n4;good bye;\"c\nd\";"
                        + ANSWERED + "\n");
        assertThat(files()).containsExactly("in.csv", "out.csv", "questions.json");
    }

    @Test
    void aRowWhoseLanguageNobodyReadsHasANote() throws Exception {
        Files.write(in, "Text,wo\nsind Äpfel da?,0.5\nhello,1\n".getBytes(Charset.forName("windows-1252")));
        run(9);
        List<String> lines = Files.readAllLines(out, Charset.forName("windows-1252"));
        assertThat(lines.get(0)).startsWith("Text,wo,team: answer,").endsWith(",error,note");
        assertThat(lines.get(1))
                .isEqualTo("sind Äpfel da?,0.5," + "a;b,0.75,0.25,0.75,1.50,0.50004,0.5,0.5,yes,1,1,0,,"
                        + "No checkpoint of this service reads German. Do not rely on these answers.");
        assertThat(lines.get(2)).startsWith("hello,1,a;b,").endsWith(",1,0,,");
    }

    @Test
    void aRunThatWasStoppedGoesOnAndTheTableIsThereAtTheEnd() throws Exception {
        Files.writeString(in, "Text;n\n" + "hello;\"two\nlines\"\n".repeat(300));
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> run(150));
        assertThat(files()).containsExactly("in.csv", "out.csv.lines", "out.csv.lines.resume", "questions.json");
        assertThat(Files.readAllLines(dir.resolve("out.csv.lines"))).hasSize(150);
        asked.set(0);
        assertThat(run(150).lines()).isEqualTo(300);
        assertThat(asked).hasValue(150);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("150 of 300 rows were answered before");
        assertThat(out)
                .content()
                .isEqualTo("Text;n;" + ADDED + "\n" + ("hello;\"two\nlines\";" + ANSWERED + "\n").repeat(300));
        assertThat(files()).containsExactly("in.csv", "out.csv", "questions.json");
    }

    @ParameterizedTest
    @CsvSource({"table, the requests have changed", "questions, --questions was", "state, --state was Text and is n"})
    void aRunGoesOnWithTheSameTableAndQuestionsOnly(String changed, String why) throws Exception {
        Files.writeString(in, "Text;n\n" + "hello;1\n".repeat(200));
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> run(150));
        switch (changed) {
            case "table" -> Files.writeString(in, "Text;n\n" + "hello;2\n".repeat(200));
            case "questions" -> Files.writeString(questions, QUESTIONS.replace("Which?", "Which team?"));
            default -> state = Optional.of("n");
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(150))
                .withMessageContaining("out.csv.lines holds answers to something else: ")
                .withMessageContaining(why);
    }

    @Test
    void aFileThatIsThereIsNotOverwritten() throws Exception {
        Files.writeString(in, "Text\nhello\n");
        Files.writeString(out, "mine");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(9))
                .withMessageContaining("out.csv exists; remove it or name another file");
        out = dir.resolve("out.jsonl");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(9))
                .withMessageContaining("name a file that ends in .csv or .tsv");
    }

    @Test
    void whatIsNoQuestionIsRefusedBeforeAnythingIsAsked() throws Exception {
        Files.writeString(in, "Text\nhello\n");
        Files.writeString(questions, "{\"q\": {\"type\": \"guess\", \"instructions\": \"?\"}}");
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> run(9))
                .withMessageContaining("questions.json")
                .withMessageContaining("type");
        assertThat(asked).hasValue(0);
        assertThat(files()).containsExactly("in.csv", "questions.json");
    }
}
