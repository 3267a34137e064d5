// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.Optional;
import java.util.ServiceLoader;
import org.decisionservice.host.AgentProtocol;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.config.Settings;

/** Opens the protocol that agents are served by, which brings libraries of its own, if the settings name it. */
final class Agents {
    private static final String MCP = "mcp";

    private Agents() {}

    /**
     * The protocol that the settings name.
     *
     * @throws ConfigurationException if this installation comes without it
     */
    static Optional<AgentProtocol> open(Settings settings, Home home) {
        if (!settings.http().wire().mcp()) {
            return Optional.empty();
        }
        return Optional.of(ServiceLoader.load(AgentProtocol.class, home.commandClasses()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(MCP))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "SERVICE_MCP: this installation comes without it; its jars belong into the folder"
                                + " commands/mcp")));
    }
}
