// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Set;

/**
 * The entry point of an engine jar, found by {@link java.util.ServiceLoader}. It has a public no-argument constructor.
 */
public interface EngineProvider {
    /**
     * The version of this interface, which is all of this package. It is raised when engines that were compiled before
     * would no longer work; what is only added, with a default, does not raise it.
     */
    int SPI_VERSION = 4;

    /**
     * The version that the engine was compiled against: {@code return SPI_VERSION;}. The compiler copies the number
     * into the engine's class, so a host of another version sees that the engine is not for it, says so, and calls
     * nothing else but {@link #name()}.
     */
    int spiVersion();

    /** Name used in the configuration: lower case, unique among the engines on the class path. */
    String name();

    /**
     * The precisions that {@link Engine#load} takes, float32 among them. A deployment that asks for another one is
     * refused at its start. An engine may list one that it has on some devices or processors only.
     */
    default Set<Precision> precisions() {
        return Set.of(Precision.FLOAT32);
    }

    /**
     * Those of the {@link #precisions()} that {@link Engine#load} takes on a device of this machine, float32 among
     * them. A host that looks for the fastest tries these; one that another precision is asked for serves float32, and
     * says why in the engine's words. As it stands, a device makes no difference.
     *
     * @param device one that {@link #probe} lists
     */
    default Set<Precision> precisions(Device device) {
        return precisions();
    }

    /**
     * Whether the engine can run on this machine, and on which devices. Never throws: the result says what is missing.
     */
    Availability probe(EngineOptions options);

    /**
     * Starts the engine's runtime.
     *
     * @throws EngineException FAILED if {@link #probe} would have reported the engine as unavailable
     */
    Engine open(EngineOptions options);
}
