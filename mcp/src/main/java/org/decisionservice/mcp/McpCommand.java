// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.net.URI;
import java.util.concurrent.Callable;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.command.Program;
import org.decisionservice.tools.command.Remote;
import org.decisionservice.tools.command.Where;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves the tools until standard input ends. */
@Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = "Offers the service's decisions as tools of the Model Context Protocol, over standard input and"
                + " output: decide, decide_batch, route, status, plan. A client starts this command itself.",
        footer = "Status: 0 when standard input has ended, 2 if it cannot be run as asked.")
final class McpCommand implements Callable<Integer> {
    private final Program program;

    @Mixin
    private final Remote remote = new Remote();

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
        return remote.service(program, where).map(McpCommand::at).orElseGet(() -> new LocalSource(program.open(where)));
    }

    private static Source at(Remote.Service service) {
        try {
            DecisionClient client = DecisionClient.at(URI.create(service.url()));
            return new RemoteSource(service.key().map(client::key).orElse(client));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--url: " + e.getMessage());
        }
    }
}
