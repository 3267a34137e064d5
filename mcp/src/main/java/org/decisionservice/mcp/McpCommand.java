// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.command.Program;
import org.decisionservice.tools.command.Where;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the tools until standard input ends. */
@Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = "Offers the service's decisions as tools of the Model Context Protocol, over standard input and"
                + " output: decide, decide_batch, route, status. A client starts this command itself.",
        footer = "Status: 0 when standard input has ended, 2 if it cannot be run as asked.")
final class McpCommand implements Callable<Integer> {
    private final Program program;

    @Option(names = "--url", paramLabel = "URL", description = "ask the service that runs there, not this process")
    private @Nullable String url;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "for --url: the file of its key; SERVICE_API_KEY is used as well")
    private @Nullable String keyFile;

    @Mixin
    private final Where where = new Where();

    McpCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        // Standard output carries the protocol alone, whatever a library prints.
        System.setOut(program.err());
        try (Source source = source()) {
            Lines lines = new Lines(System.in, program.out());
            Tools tools = new Tools(source);
            new Conversation(lines, tools, program.version()).run();
        }
        return 0;
    }

    private Source source() {
        if (url == null) {
            if (keyFile != null) {
                throw new ConfigurationException(
                        "--key-file: it is the key of the service at --url; give both or none");
            }
            return new LocalSource(program.open(where));
        }
        if (where.isGiven()) {
            throw new ConfigurationException(
                    "--url: the service there has its own checkpoints, engine and precision; leave them out");
        }
        try {
            DecisionClient client = DecisionClient.at(URI.create(url));
            Optional<String> key = program.key(Optional.ofNullable(keyFile));
            return new RemoteSource(key.map(client::key).orElse(client));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--url: " + e.getMessage());
        }
    }
}
