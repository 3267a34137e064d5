// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.server.config.ConfigurationException;

/** What the command line tells the program to do. */
enum Command {
    SERVE,
    ONCE,
    HELP,
    PRINT_CONFIG,
    PROBE;

    /**
     * Reads the command line.
     *
     * @throws ConfigurationException if it is not one of the known commands
     */
    static Command of(String[] arguments) {
        return switch (String.join(" ", arguments)) {
            case "" -> SERVE;
            case "--once" -> ONCE;
            case "--help", "-h" -> HELP;
            case "--print-config" -> PRINT_CONFIG;
            case "--probe" -> PROBE;
            default ->
                throw new ConfigurationException(
                        "the arguments cannot be used; there are --once, --print-config, --probe and --help, "
                                + "and settings are environment variables");
        };
    }

    /** Returns the usage text, with every setting as its documented file explains it. */
    static String help(Path configuration) {
        try {
            return """
                    Answers typed questions about a state over HTTP.

                      (no argument)    serve
                      --once           answer the request in the file SERVICE_REQUEST_FILE on standard output, then
                                       end: 0 answered, 1 not answered, 2 not configured
                      --print-config   print the settings in force and where each comes from, then end
                      --probe          ask the service that runs here for its health, then end: 0 healthy, 1 not
                      --help           print this, then end

                    Settings are environment variables; each wins over its place in %s:

                    %s""".formatted(configuration.getFileName(), Files.readString(configuration));
        } catch (IOException e) {
            throw new ConfigurationException(configuration + " cannot be read; it comes with the service");
        }
    }
}
