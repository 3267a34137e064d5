// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command line that cannot be meant is refused in one line before anything runs: no engine is opened. */
class CommandLineFaultsTest {
    /** What a run would fail with, if it began. */
    private static final Map<String, String> NO_ENGINE = Map.of("SERVICE_ENGINE", "none-of-that-name");

    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private String labels = "";

    @BeforeEach
    void write() throws Exception {
        labels = Files.writeString(
                        dir.resolve("labels.jsonl"),
                        "{\"state\": \"x\", \"question\": {\"type\": \"noul\", \"instructions\": \"Angry?\"},"
                                + " \"gold\": true}\n")
                .toString();
    }

    private void refused(String expected, String... arguments) {
        assertThat(commands.run(NO_ENGINE, arguments)).as(commands.complained()).isEqualTo(2);
        assertThat(commands.complained())
                .contains(expected)
                .doesNotContain("none-of-that-name")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "--max-ece, 5, did you mean 0.05?",
        "--min-accuracy, NaN, it takes a number from 0 to 1",
        "--wanted, 95, did you mean 0.95?",
        "--tolerance, -1, it takes a number from 0 to 1",
        "--tolerance, Infinity, it takes a number from 0 to 1"
    })
    void aGateThatCannotFireIsRefused(String option, String value, String expected) {
        refused(expected, "evaluate", labels, option, value);
        refused(option + ": '" + value + "' cannot be used", "evaluate", labels, option, value);
    }

    @Test
    void countsAndSharesOfTheOtherCommandsAreReadFirstToo() {
        refused("--allow: 'NaN'", "compare", labels, labels, labels, "--allow", "NaN");
        refused("did you mean precision?", "compare", Testdata.tiny().toString(), "precison=int8", labels);
        String out = dir.resolve("out.jsonl").toString();
        refused(
                "--connections: '0' cannot be used; it takes a whole number from 1 to 256",
                "answer",
                labels,
                out,
                "--url",
                "http://127.0.0.1:1",
                "--connections",
                "0");
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void filesThatCannotBeWrittenAreFoundBeforeTheRun() throws Exception {
        for (String option : List.of("--report", "--json")) {
            refused("does not exist", "evaluate", labels, option, dir + "/missing/out");
            refused("is a folder", "evaluate", labels, option, dir.toString());
            refused("is the file of FILE as well", "evaluate", labels, option, labels);
        }
        refused("does not exist", "calibrate", labels, "--out", dir + "/missing/out");
        refused("would be lost", "calibrate", labels, "--out", labels);
        refused("does not exist", "compare", labels, labels, labels, "--json", dir + "/missing/out");
        refused("does not exist", "answer", labels, dir + "/missing/out");
        String out = dir.resolve("out").toString();
        refused("one would overwrite the other", "evaluate", labels, "--json", out, "--report", out);
        Path linked = Files.createSymbolicLink(dir.resolve("linked"), Path.of(labels));
        refused("as well", "evaluate", labels, "--json", linked.toString());
        assertThat(Files.readString(Path.of(labels))).startsWith("{\"state\"");
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void aBaselineOfOtherLabelsIsFoundBeforeTheRun() throws Exception {
        String json = dir.resolve("before.json").toString();
        assertThat(commands.run(Map.of(), "evaluate", labels, "--json", json)).isZero();
        Files.writeString(Path.of(labels), Files.readString(Path.of(labels)).replace("\"x\"", "\"y\""));
        refused("is of other labels", "evaluate", labels, "--baseline", json);
    }

    @ParameterizedTest
    @CsvSource({
        "--wantd, --wanted",
        "--max_ece, --max-ece",
        "--repot, --report",
        "--tolerence, --tolerance",
        "--min-acuracy, --min-accuracy"
    })
    void aMisspeltOptionIsNamedAndNotTheFile(String typed, String meant) {
        refused("did you mean " + meant + "?", "evaluate", typed, "0.9", labels);
        refused("evaluate has no option '" + typed + "'", "evaluate", labels, typed + "=0.9");
    }
}
