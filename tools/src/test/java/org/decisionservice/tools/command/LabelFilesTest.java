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
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Odd and broken files of labels, and what each command says of them: one line on standard error, and status 2 if the
 * file cannot be used. {@code scripts/check/labels.sh} holds the page to the same lines.
 */
class LabelFilesTest {
    private static final Path FOLDER = Testdata.tiny().resolveSibling("labels");

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private static SequencedMap<String, JsonValue> expected() throws IOException {
        return object(JsonReader.read(Files.readAllBytes(FOLDER.resolve("expected.json")))
                .root());
    }

    private static SequencedMap<String, JsonValue> object(JsonValue value) {
        return ((JsonObject) value).members();
    }

    static List<String> files() throws IOException {
        return List.copyOf(expected().keySet());
    }

    /** What {@code command} says of {@code file}; as evaluate does, unless the table has a line of its own. */
    private static SequencedMap<String, JsonValue> verdict(String file, String command) throws IOException {
        SequencedMap<String, JsonValue> entry =
                object(Objects.requireNonNull(expected().get(file)));
        return Optional.ofNullable(entry.get(command))
                .map(LabelFilesTest::object)
                .orElse(entry);
    }

    private static Optional<String> text(SequencedMap<String, JsonValue> verdict, String name) {
        return Optional.ofNullable(verdict.get(name)).map(JsonText::asText);
    }

    private int run(String command, String file, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command));
        boolean compares = command.equals("compare");
        if (compares) {
            arguments.addAll(List.of("precision=float32", "precision=float32"));
        }
        arguments.add(FOLDER.resolve(file).toString());
        arguments.addAll(List.of(more));
        if (isTable(file)) {
            arguments.addAll(
                    List.of("--questions", FOLDER.resolve("questions.json").toString()));
        }
        return commands.run(Map.of(), arguments.toArray(String[]::new));
    }

    private static boolean isTable(String file) {
        return file.endsWith(".csv") || file.endsWith(".tsv");
    }

    private void says(String command, String file, int status) throws IOException {
        var verdict = verdict(file, command);
        String line = text(verdict, "refused").or(() -> text(verdict, "said")).orElseThrow();
        String name = FOLDER.resolve(file) + (line.startsWith("line ") ? " " : ": ");
        List<String> lines = commands.complained().lines().toList();
        assertThat(lines).as(command).first().isEqualTo(name + line);
        if (verdict.containsKey("refused")) {
            assertThat(status).as(command).isEqualTo(2);
            assertThat(lines).hasSize(1);
            assertThat(commands.printed()).isEmpty();
        }
    }

    @Test
    void everyFileOfTheFolderHasAVerdict() throws Exception {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.endsWith(".json")))
                    .containsExactlyInAnyOrderElementsOf(files())
                    .hasSizeGreaterThan(100);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyCommandSaysTheSameOfAFile(String file) throws Exception {
        int evaluated = run("evaluate", file);
        says("evaluate", file, evaluated);
        if (verdict(file, "evaluate").containsKey("said")) {
            assertThat(evaluated).isZero();
            assertThat(commands.complained().lines().skip(1))
                    .allMatch(line -> line.contains(" another one of an equal state") || line.startsWith("  "));
        }
        // They read a file as evaluate does, unless the table says otherwise.
        boolean alike = verdict(file, "compare").equals(verdict(file, "evaluate"));
        if (Boolean.getBoolean("nightly") || !alike || files().indexOf(file) % 4 == 0) {
            says(
                    "calibrate",
                    file,
                    run("calibrate", file, "--out", dir.resolve("out.json").toString()));
            says("compare", file, run("compare", file));
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void answerRefusesWhatHoldsNoRequestsAndAnswersTheRest(String file) throws Exception {
        String out = isTable(file) ? "out.csv" : "out.jsonl";
        int status = run("answer", file, dir.resolve(out).toString());
        var verdict = verdict(file, "answer");
        if (verdict.containsKey("refused")) {
            says("answer", file, status);
        } else {
            assertThat(commands.printed()).startsWith(text(verdict, "printed").orElseThrow());
            assertThat(status).isLessThan(2);
        }
    }
}
