// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Map;
import java.util.Optional;

/** How many threads the machine's operator gives programs that compute, where the service is not told itself. */
final class OpenMp {
    static final String VARIABLE = "OMP_NUM_THREADS";

    private OpenMp() {}

    /**
     * The number in {@value #VARIABLE}, the first where it lists one per nesting level; never more than there are
     * processors, because a container's default number does not know them.
     *
     * @throws ConfigurationException where it holds no such number
     */
    static Optional<Integer> threads(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "").strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String first = text.split(",", 2)[0].strip();
        if (!first.matches("0*[1-9][0-9]{0,3}")) {
            throw new ConfigurationException(VARIABLE + ": " + Values.quoted(text)
                    + " cannot be used; it takes a whole number from 1 to 9999, and SERVICE_THREADS wins over it");
        }
        return Optional.of(
                Math.min(Integer.parseInt(first), Runtime.getRuntime().availableProcessors()));
    }
}
