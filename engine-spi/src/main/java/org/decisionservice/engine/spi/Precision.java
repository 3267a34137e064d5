// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the linear layers of a model compute in. */
public enum Precision {
    FLOAT32,
    /**
     * Activations and weights of 8 bits, sums of 32: some times faster and a quarter of the memory, nearly the same
     * answers.
     */
    INT8;

    /** The precision of that name, in any letter case. */
    public static Optional<Precision> parse(String text) {
        return Arrays.stream(values())
                .filter(precision -> precision.toString().equalsIgnoreCase(text))
                .findFirst();
    }

    /** Its name in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
