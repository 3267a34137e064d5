// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.OptionalInt;

/**
 * The deployment's settings for an engine.
 *
 * @param threads compute threads of one forward pass, at least 1; empty leaves the runtime's own default
 * @param precision one of the precisions that the provider lists; a particular checkpoint may still be served in
 *     float32
 * @param tolerance how far a reduced precision may move a probability, above 0 and at most 1; see
 *     {@link PrecisionGate}
 */
public record EngineOptions(OptionalInt threads, Precision precision, double tolerance) {
    public static final EngineOptions DEFAULTS = new EngineOptions(OptionalInt.empty(), Precision.FLOAT32);

    /** Options with the default tolerance. */
    public EngineOptions(OptionalInt threads, Precision precision) {
        this(threads, precision, PrecisionGate.DEFAULT_TOLERANCE);
    }
}
