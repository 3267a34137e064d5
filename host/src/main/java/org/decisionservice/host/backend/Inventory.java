// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import java.nio.file.Path;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.hub.Hub;

/**
 * The engines and checkpoints of an installation: known before an engine starts or a checkpoint is read.
 *
 * @param engines finds the engines on the class path and in {@code engines/}
 * @param catalogue the checkpoints that are served
 */
public record Inventory(ClassLoader engines, CheckpointCatalogue catalogue) {

    /**
     * Looks at the configured checkpoints.
     *
     * @param starter the folder of the bundled checkpoint
     * @throws ConfigurationException naming the setting that has to change
     */
    public static Inventory of(HostSettings settings, Path starter, ClassLoader engines) {
        CheckpointCatalogue catalogue =
                CheckpointCatalogue.of(settings.checkpoints(), new Hub(settings.hub()), starter);
        HostSettings.Routing routing = settings.routing();
        catalogue.require(routing.defaultModel(), "SERVICE_DEFAULT_MODEL");
        routing.pinned().ifPresent(name -> catalogue.require(name, "SERVICE_MODEL"));
        return new Inventory(engines, catalogue);
    }
}
