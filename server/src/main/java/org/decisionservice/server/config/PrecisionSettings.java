// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Optional;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.gate.PrecisionGate;

/**
 * The precision that is computed in.
 *
 * @param precision empty for the fastest one
 * @param tolerance how far it may move a probability
 */
record PrecisionSettings(Optional<Precision> precision, double tolerance) {
    /** The option behind the precision. */
    static final String TOLERANCE = "tolerance";

    static PrecisionSettings read(Values values) {
        return values.read(
                        Setting.PRECISION,
                        "auto, float32, tf32, fp16, bf16 or int8, and perhaps a tolerance above 0 and at most 1, such"
                                + " as int8,tolerance=0.02",
                        PrecisionSettings::of)
                .orElseThrow();
    }

    private static Optional<PrecisionSettings> of(String text) {
        return ValueAndOption.of(text, TOLERANCE).flatMap(both -> {
            Optional<Precision> named = Precision.parse(both.value());
            Optional<Double> tolerance =
                    both.option().map(Values::share).orElse(Optional.of(PrecisionGate.DEFAULT_TOLERANCE));
            return named.isPresent() || both.value().equalsIgnoreCase(Placement.AUTO)
                    ? tolerance.map(most -> new PrecisionSettings(named, most))
                    : Optional.empty();
        });
    }
}
