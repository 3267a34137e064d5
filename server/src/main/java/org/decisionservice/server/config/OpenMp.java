// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;

/**
 * The number of threads that the machine's operator allots to computing programs, used if the service has no setting of
 * its own.
 */
final class OpenMp {
    static final String VARIABLE = "OMP_NUM_THREADS";

    private OpenMp() {}

    /**
     * Returns the number in {@value #VARIABLE}, or its first number if it lists one per nesting level.
     *
     * @throws ConfigurationException if the variable holds no such number
     */
    static Optional<Integer> threads(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "").strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String first = text.split(",", 2)[0].strip();
        if (!first.matches("0*[1-9][0-9]{0,3}")) {
            throw new ConfigurationException(
                    VARIABLE + ": " + Values.quoted(text)
                            + " cannot be used; it takes a whole number from 1 to 9999; SERVICE_THREADS takes precedence over it");
        }
        return Optional.of(Integer.parseInt(first));
    }
}
