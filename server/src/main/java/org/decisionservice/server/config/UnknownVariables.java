// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.core.text.EditDistance;
import org.decisionservice.host.ConfigurationException;

/**
 * Variables that begin as the service's own do and are none of them. A slip would otherwise be ignored in silence: with
 * SERVICE_APIKEY the API would be open. Other tools use the prefix too, so only what looks like a slip is refused.
 */
final class UnknownVariables {
    private static final String PREFIX = "SERVICE_";

    /** Read by compose.yaml on the same machine, not by the service. */
    private static final Set<String> OF_COMPOSE = Set.of("SERVICE_BIND_ADDRESS");

    /** Letters without underscores: in a shorter name any edit makes another word, such as HOSTS or MODE. */
    private static final int SHORT = 6;

    /** From this length on, two edits still leave the name recognizable. */
    private static final int LONG = 12;

    private UnknownVariables() {}

    /**
     * Refuses a slip of a setting's name.
     *
     * @throws ConfigurationException with the right name
     */
    static void refuseSlips(Map<String, String> environment) {
        for (String name : of(environment)) {
            nearest(name, UnknownVariables::mostEdits).ifPresent(right -> {
                throw new ConfigurationException(name + ": unknown setting; the right name is " + right
                        + ". Rename it, or unset it if it belongs to another program");
            });
        }
    }

    /** The names that are set and are no settings, in order. */
    static List<String> of(Map<String, String> environment) {
        return environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !OF_COMPOSE.contains(name))
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .filter(name -> settings().noneMatch(name::equals))
                .sorted()
                .toList();
    }

    /** The setting that {@code name} is one or two letters away from although it is no slip that stops a start. */
    static Optional<String> similar(String name) {
        return nearest(name, (_, _) -> 1);
    }

    private static Stream<String> settings() {
        return SettingsTable.rows().stream()
                .flatMap(row -> row.names().stream())
                .filter(name -> name.startsWith(PREFIX));
    }

    private static Optional<String> nearest(String name, ToIntBiFunction<String, String> most) {
        String written = letters(name);
        return settings()
                .filter(right -> EditDistance.of(written, letters(right)) <= most.applyAsInt(written, letters(right)))
                .min(Comparator.comparingInt(right -> EditDistance.of(written, letters(right))));
    }

    /** The most letters that a slip inserts, deletes, replaces or swaps. */
    private static int mostEdits(String written, String right) {
        int length = Math.max(written.length(), right.length());
        if (length < SHORT) {
            return sorted(written).equals(sorted(right)) ? 1 : 0;
        }
        return length < LONG ? 1 : 2;
    }

    private static String sorted(String letters) {
        return letters.chars().sorted().mapToObj(Character::toString).collect(Collectors.joining());
    }

    private static String letters(String variable) {
        return variable.substring(PREFIX.length()).replace("_", "");
    }
}
