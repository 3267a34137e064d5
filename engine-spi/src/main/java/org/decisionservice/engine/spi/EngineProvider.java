// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Set;

/**
 * The entry point of an engine jar, found by {@link java.util.ServiceLoader}. It has a public no-argument constructor.
 */
public interface EngineProvider {

    /** Name used in the configuration: lower case, unique among the engines on the class path. */
    String name();

    /** The precisions that the engine supports, float32 among them. */
    default Set<Precision> precisions() {
        return Set.of(Precision.FLOAT32);
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
