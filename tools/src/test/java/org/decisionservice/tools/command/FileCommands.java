// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.testing.CommandOutput;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;

/** Runs the commands that take files, on the tiny checkpoints and the reference engine. */
final class FileCommands {
    private final CommandOutput output = new CommandOutput();

    /** Runs one command with {@code variables} in the environment; returns its status. */
    int run(Map<String, String> variables, String... arguments) {
        output.reset();
        assertThat(Program.isNamedIn(List.of(arguments))).isTrue();
        Map<String, String> environment = new HashMap<>(Map.of(
                "SERVICE_CHECKPOINTS",
                Testdata.tiny().toString(),
                "SERVICE_ENGINE",
                GuardedProvider.guarded("reference")));
        environment.putAll(variables);
        return new Program(environment, new TinyDeployment(), output.out(), output.err()).run(List.of(arguments));
    }

    /** What the last command wrote to standard output. */
    String printed() {
        return output.printed();
    }

    /** What the last command wrote to standard error. */
    String complained() {
        return output.complained();
    }
}
