// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.testing.CommandOutput;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.decisionservice.tools.command.Program;

/** Runs the commands that take files as an installation does, on the tiny checkpoints and the reference engine. */
public final class FileCommands {
    private final CommandOutput output = new CommandOutput();

    /** Runs one command with {@code variables} in the environment; returns its status. */
    public int run(Map<String, String> variables, String... arguments) {
        output.reset();
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
                        output.out(),
                        output.err())
                .run(List.of(arguments));
    }

    /** What the last command wrote to standard output. */
    public String printed() {
        return output.printed();
    }

    /** What the last command wrote to standard error. */
    public String complained() {
        return output.complained();
    }
}
