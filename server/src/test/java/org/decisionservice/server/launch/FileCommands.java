// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.decisionservice.tools.command.Program;

/** Runs the commands that take files, on the tiny checkpoints and the reference engine. */
public final class FileCommands {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs one command with {@code variables} in the environment; returns its status. */
    public int run(Map<String, String> variables, String... arguments) {
        out.reset();
        err.reset();
        Map<String, String> environment = new HashMap<>(Map.of(
                "SERVICE_CHECKPOINTS",
                Testdata.tiny().toString(),
                "SERVICE_ENGINE",
                GuardedProvider.guarded("reference")));
        environment.putAll(variables);
        assertThat(Program.isNamedIn(List.of(arguments))).isTrue();
        Home home = new Home(Path.of("target"));
        return new Program(
                        environment,
                        new Installation(home, Path.of("none.yaml"), home.engineClasses()),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(List.of(arguments));
    }

    /** What the last command wrote to standard output. */
    public String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What the last command wrote to standard error. */
    public String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
