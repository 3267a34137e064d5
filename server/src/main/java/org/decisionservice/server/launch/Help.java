// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.stream.Collectors;
import org.decisionservice.server.config.SettingsTable;

/** The usage text. */
public final class Help {
    private static final String COMMANDS = """
        Answers typed questions about a state over HTTP.

          ./serve [--port N] [--host ADDRESS] [--checkpoints WHERE] [--engine NAME] [--api-key-file FILE]
          ./serve --once | --print-config | --probe | --version | --help

        Common commands:

          ./serve                                         serve the bundled checkpoint on port 8000
          ./serve --port 9000 --host 127.0.0.1            on another port, for this machine only
          ./serve --checkpoints /models                   a directory with english/, multilingual/ and
                                                          typed-decisions/, or with one checkpoint
          ./serve --checkpoints hub                       the published checkpoints, fetched once, several GB
          ./serve --api-key-file ./key                    only for callers who send the key in this file
          ./serve --engine pytorch                        compute with PyTorch
          SERVICE_ADMIN_PORT=8081 ./serve                 with health, metrics and info for operators
          SERVICE_REQUEST_FILE=ask.json ./serve --once    answer the request in a file on standard output, then
                                                          end: 0 answered, 1 not answered, 2 not configured
          ./serve --print-config                          print the settings in force and where each comes from
          ./serve --probe                                 ask the service that runs here for its health, then
                                                          end: 0 healthy, 1 not

        Other commands, each with its own --help:

          ./serve evaluate LABELS                         how good the answers to labelled questions are
          ./serve calibrate LABELS --out OUT.json         make the probabilities true by those labels
          ./serve learn LABELS --out OUT.safetensors      answer a question better, from some of its labels
          ./serve answer IN OUT                           answer a file of requests, or a table, row by row
          ./serve compare A B FILE                        how two checkpoints, precisions or engines differ
          ./serve drift BASELINE.jsonl NOW.jsonl          whether answers are distributed as they were, without labels
          ./serve shadow SHADOW.jsonl [LABELS]            whether to switch to what SERVICE_SHADOW has tried
          ./serve prepare --precision int8 --out DIR      judge and write once what every start would make
          ./serve mcp [--url URL]                         tools of the Model Context Protocol, on the standard streams

        Settings are environment variables. Each wins over its place in conf/application.yaml, and a flag
        wins over its variable; blank means unset:

        """;

    private Help() {}

    /** Returns the text: how the program is called, common commands, every setting. */
    public static String text() {
        return COMMANDS + SettingsTable.rows().stream().map(row -> "  " + row).collect(Collectors.joining("\n"));
    }
}
