// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The precision in which the linear layers of a model compute. */
public enum Precision {
    FLOAT32,
    /** Activations and weights rounded to 8 bits of precision, sums in float32: half the memory. */
    BF16,
    /**
     * 8-bit activations and weights with 32-bit sums: much faster and a quarter of the memory, with nearly the same
     * answers.
     */
    INT8;

    /** The precision with that name, ignoring case. */
    public static Optional<Precision> parse(String text) {
        return Arrays.stream(values())
                .filter(precision -> precision.toString().equalsIgnoreCase(text))
                .findFirst();
    }

    /** The name used in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
