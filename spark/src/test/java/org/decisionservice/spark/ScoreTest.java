// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command line is refused for before there is a job. */
class ScoreTest {
    @TempDir
    private Path dir;

    private static void assertRefused(String input, Path questions, String reason) {
        StringWriter err = new StringWriter();
        int status = Score.program()
                .setErr(new PrintWriter(err))
                .execute(
                        ("--checkpoints none --output none --input " + input + " --questions " + questions).split(" "));
        assertThat(status).isEqualTo(2);
        assertThat(err.toString().strip()).isEqualTo(reason);
    }

    @Test
    void questionsThatCannotBeReadAreNamedWithTheReason() throws Exception {
        Path none = dir.resolve("none.json");
        assertRefused("rows", none, "--questions: " + none + " cannot be read: there is no such file");
        Path other = Files.writeString(dir.resolve("other.json"), "{}", StandardCharsets.UTF_16);
        assertRefused("rows", other, "--questions: " + other + " cannot be read: it is not UTF-8; save it as UTF-8");
    }

    @Test
    void anInputOfAnotherFormatIsSeenByItsName() {
        assertRefused("rows.csv", dir, "--input ends in .csv and would be read as parquet; add --format csv");
    }
}
