// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.testing.GuardedProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prepare} where nothing can be prepared; the server's tests open what it leaves. */
class PrepareCommandTest {
    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private String out() {
        return dir.resolve("out").toString();
    }

    @Test
    void aFolderThatCannotBeWrittenIsAFailure() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertThat(commands.run(
                        Map.of("SERVICE_ENGINE", "onnx"),
                        "prepare",
                        "--precision",
                        "int8",
                        "--out",
                        file.resolve("out").toString()))
                .isEqualTo(2);
        assertThat(commands.printed()).contains("checkpoint english could not be prepared; the log says why");
    }

    @Test
    void whereNothingIsKeptNothingIsPrepared() {
        assertThat(commands.run(Map.of(), "prepare", "--out", out())).isEqualTo(2);
        assertThat(commands.complained())
                .contains("--out: nothing can be kept for checkpoint english")
                .contains("engine '" + GuardedProvider.guarded("reference") + "' leaves nothing");
    }
}
