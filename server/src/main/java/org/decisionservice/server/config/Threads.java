// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.host.ConfigurationException;

/**
 * The number of compute threads, and where it comes from.
 *
 * @param origin the variable that sets it, or a few words
 * @param wanted at least 1
 * @param processors that this machine or container has; more threads than these only wait for each other
 */
record Threads(String origin, int wanted, int processors) {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    /**
     * Reads the number: the service's own setting wins over {@value OpenMp#VARIABLE}. If there is neither and this
     * process may use less than the cores of the machine, it is what it may use: engines by default take all cores, and
     * a quota would then stop them for most of each period. Otherwise the engine's default is best.
     *
     * @throws ConfigurationException if the one that counts holds no such number
     */
    static Optional<Threads> read(Values values, Map<String, String> environment) {
        int processors = Runtime.getRuntime().availableProcessors();
        OptionalInt own = values.limit(Setting.THREADS, 1, 4096);
        if (own.isPresent()) {
            return Optional.of(new Threads(Setting.THREADS.variable(), own.getAsInt(), processors));
        }
        return OpenMp.threads(environment)
                .map(number -> new Threads(OpenMp.VARIABLE, number, processors))
                .or(() -> quota(processors, cores()));
    }

    static Optional<Threads> quota(int processors, int cores) {
        return processors < cores
                ? Optional.of(new Threads("as many as this process may use", processors, processors))
                : Optional.empty();
    }

    private static int cores() {
        try {
            return cores(Files.readAllLines(PROCESSORS));
        } catch (IOException _) {
            return 0;
        }
    }

    /** @param description of all processors of the machine, lines of {@code /proc/cpuinfo} */
    static int cores(List<String> description) {
        Set<String> cores = new HashSet<>();
        String socket = "";
        int processors = 0;
        for (String line : description) {
            if (line.startsWith("processor")) {
                processors++;
            } else if (line.startsWith("physical id")) {
                socket = line;
            } else if (line.startsWith("core id")) {
                cores.add(socket + line);
            }
        }
        return cores.isEmpty() ? processors : cores.size();
    }

    /** The number in force. */
    int used() {
        return Math.min(wanted, processors);
    }

    /** The line for the operator if this is not the number that was asked for. */
    Optional<String> notice() {
        return used() == wanted
                ? Optional.empty()
                : Optional.of(origin + ": " + wanted + " threads are more than the " + processors + " processors here; "
                        + used() + " are used");
    }
}
