// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.core.text.EditDistance;

/**
 * Variables that begin as the service's own do and are none of them. A slip would otherwise be ignored in silence: with
 * SERVICE_APIKEY the API would be open. Other tools use the prefix too, so only what looks like a slip is refused.
 */
final class UnknownVariables {
    private static final String PREFIX = "SERVICE_";

    /** Read by compose.yaml on the same machine, not by the service. */
    private static final Set<String> OF_COMPOSE = Set.of("SERVICE_BIND_ADDRESS");

    /** Maximum number of letters to insert, delete, replace or swap in a slip; underscores do not count. */
    private static final int MOST_EDITS = 2;

    private UnknownVariables() {}

    /**
     * Refuses a slip of a setting's name.
     *
     * @throws ConfigurationException with the right name
     */
    static void refuseSlips(Map<String, String> environment) {
        for (String name : of(environment)) {
            nearest(name).ifPresent(setting -> {
                throw new ConfigurationException(name + ": there is no such setting; it is written "
                        + setting.variable() + ". Rename it, or unset it if it belongs to something else");
            });
        }
    }

    /** The names that are set and are no settings, in order. */
    static List<String> of(Map<String, String> environment) {
        return environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !OF_COMPOSE.contains(name))
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .filter(name -> Arrays.stream(Setting.values())
                        .noneMatch(setting -> setting.variable().equals(name)))
                .sorted()
                .toList();
    }

    private static Optional<Setting> nearest(String name) {
        Optional<Setting> nearest = Optional.empty();
        int least = MOST_EDITS + 1;
        for (Setting setting : Setting.values()) {
            int edits = setting.variable().startsWith(PREFIX)
                    ? EditDistance.of(letters(name), letters(setting.variable()))
                    : Integer.MAX_VALUE;
            if (edits < least) {
                nearest = Optional.of(setting);
                least = edits;
            }
        }
        return nearest;
    }

    private static String letters(String variable) {
        return variable.substring(PREFIX.length()).replace("_", "");
    }
}
