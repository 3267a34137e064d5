// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import org.decisionservice.hub.Hub;
import org.decisionservice.server.checkpoints.CheckpointCatalogue;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.engines.EngineJars;

/**
 * What an installation has: known before an engine starts or a checkpoint is read.
 *
 * @param engines finds the engines on the class path and in {@code engines/}
 * @param catalogue the checkpoints that are served
 */
record Inventory(ClassLoader engines, CheckpointCatalogue catalogue) {

    /**
     * Looks at the engines' folder and the configured checkpoints.
     *
     * @throws ConfigurationException naming the setting that has to change
     */
    static Inventory of(Settings settings, Home home) {
        return of(settings, home, engines(home));
    }

    /** The same, with engines that a process has looked for already. */
    static Inventory of(Settings settings, Home home, ClassLoader engines) {
        CheckpointCatalogue catalogue =
                CheckpointCatalogue.of(settings.checkpoints(), new Hub(settings.hub()), home.starter());
        Settings.Routing routing = settings.routing();
        catalogue.require(routing.defaultModel(), "SERVICE_DEFAULT_MODEL");
        routing.pinned().ifPresent(name -> catalogue.require(name, "SERVICE_MODEL"));
        return new Inventory(engines, catalogue);
    }

    /**
     * Finds the engines of an installation.
     *
     * @throws ConfigurationException if their folder cannot be read
     */
    static ClassLoader engines(Home home) {
        return EngineJars.loader(home.engines(), Inventory.class.getClassLoader());
    }
}
