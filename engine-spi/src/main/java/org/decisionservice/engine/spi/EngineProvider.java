// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Set;

/** The entry of an engine jar, found by {@link java.util.ServiceLoader}. Has a public constructor without arguments. */
public interface EngineProvider {

    /** Name it is configured by: lower case, unique among the engines on the class path. */
    String name();

    /** What the engine can be asked to compute in: float32 always, and whatever else it has. */
    default Set<Precision> precisions() {
        return Set.of(Precision.FLOAT32);
    }

    /** Whether the engine can run here and on what. Never throws: what is missing is the value. */
    Availability probe(EngineOptions options);

    /**
     * Starts the engine's runtime.
     *
     * @throws EngineException FAILED where {@link #probe} would have said why
     */
    Engine open(EngineOptions options);
}
