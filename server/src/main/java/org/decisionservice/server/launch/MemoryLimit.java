// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;
import org.decisionservice.host.ConfigurationException;

/**
 * The memory that the process may have: the limit of its container, or what the machine has. A process that exceeds it
 * is killed and can say nothing, so it is said before anything is loaded.
 *
 * @param bytes empty if the platform does not report it
 */
record MemoryLimit(OptionalLong bytes) {
    private static final long MIB = 1 << 20;

    /** In 160 MiB not even a checkpoint of 2 MiB was loaded. */
    private static final long LEAST = 192 * MIB;

    /** The bundled checkpoint was killed in 224 MiB, was just loaded in 256, and answers in less than 320. */
    private static final long STARTER = 320 * MIB;

    /** Returns the limit of this process. */
    static MemoryLimit ofProcess() {
        return new MemoryLimit(
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? OptionalLong.of(system.getTotalMemorySize())
                        : OptionalLong.empty());
    }

    /**
     * Returns what the operator has to know of a limit that may be too low.
     *
     * @throws ConfigurationException if it is too low for any checkpoint
     */
    Optional<String> shortage() {
        long most = bytes.orElse(Long.MAX_VALUE);
        if (most < LEAST) {
            throw new ConfigurationException("the limit of " + most / MIB
                    + " MiB of memory is too low to serve; raise it to at least " + STARTER / MIB
                    + " MiB for the bundled checkpoint, and to what docs/sizing.md says for others");
        }
        return most < STARTER
                ? Optional.of("the limit of " + most / MIB + " MiB of memory is less than the " + STARTER / MIB
                        + " MiB that the bundled checkpoint takes, and others take more (docs/sizing.md): the process may be"
                        + " killed without another line")
                : Optional.empty();
    }
}
