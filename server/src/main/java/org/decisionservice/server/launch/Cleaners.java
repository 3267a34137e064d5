// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.ServiceLoader;
import org.decisionservice.api.StateCleaner;
import org.decisionservice.contract.request.StateCleaning;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.config.Settings;

/** Opens what cleans states, which brings libraries of its own, if the settings name it. */
final class Cleaners {
    private static final String EMAIL = "email";

    private Cleaners() {}

    /**
     * The settings with what they name.
     *
     * @throws ConfigurationException if this installation comes without it
     */
    static Settings open(Settings settings, Home home) {
        if (settings.clean() == Settings.Clean.NONE) {
            return settings;
        }
        StateCleaner cleaner = ServiceLoader.load(StateCleaner.class, home.cleanerClasses()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(EMAIL))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "SERVICE_CLEAN: this installation comes without it; its jars belong into the folder"
                                + " cleaners/email"));
        return settings.with(new StateCleaning(cleaner, settings.clean() == Settings.Clean.EMAIL));
    }
}
