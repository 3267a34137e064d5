// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;

/**
 * The number of compute threads, and where it comes from.
 *
 * @param variable that sets it
 * @param wanted at least 1
 * @param processors that this machine or container has; more threads than these only wait for each other
 */
record Threads(String variable, int wanted, int processors) {

    /**
     * Reads the number: the service's own setting wins over {@value OpenMp#VARIABLE}.
     *
     * @throws ConfigurationException if the one that counts holds no such number
     */
    static Optional<Threads> read(Values values, Map<String, String> environment) {
        int processors = Runtime.getRuntime().availableProcessors();
        return values.whole(Setting.THREADS, 1, 4096)
                .map(number -> new Threads(Setting.THREADS.variable(), number, processors))
                .or(() -> OpenMp.threads(environment).map(number -> new Threads(OpenMp.VARIABLE, number, processors)));
    }

    /** The number in force. */
    int used() {
        return Math.min(wanted, processors);
    }

    /** What to tell the operator if this is not the number that was asked for. */
    Optional<String> notice() {
        return used() == wanted
                ? Optional.empty()
                : Optional.of(variable + ": " + wanted + " threads are more than the " + processors
                        + " processors here; " + used() + " are used");
    }
}
