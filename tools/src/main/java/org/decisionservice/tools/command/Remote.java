// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A running service that answers in place of this process. */
public final class Remote {
    @Option(names = "--url", paramLabel = "URL", description = "ask the service that runs there, not this process")
    private @Nullable String url;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "for --url: the file of its key; SERVICE_API_KEY is used as well")
    private @Nullable String keyFile;

    /** The service at {@code url}, and the key to send to it. */
    public record Service(String url, Optional<String> key) {}

    /**
     * The service to ask; empty if this process is to answer.
     *
     * @param where what this process would answer with, which a service has chosen itself
     * @throws ConfigurationException if the command line says both
     */
    public Optional<Service> service(Program program, Where where) {
        if (url == null) {
            if (keyFile != null) {
                throw new ConfigurationException(
                        "--key-file: it is the key of the service at --url; give both or none");
            }
            return Optional.empty();
        }
        if (where.isGiven()) {
            throw new ConfigurationException(
                    "--url: the service there has its own checkpoints, engine and precision; leave them out");
        }
        return Optional.of(new Service(url, program.key(Optional.ofNullable(keyFile))));
    }
}
