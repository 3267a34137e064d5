// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The precision in which the linear layers of a model compute, the most exact first. In every one the sums of products,
 * the residual stream, norms, softmax and the decision head's outputs are float32.
 */
public enum Precision {
    FLOAT32,
    /**
     * Factors rounded to 11 bits of precision, in the range of float32, by the GPU as it multiplies: the same memory.
     */
    TF32,
    /** Activations and weights rounded to 11 bits of precision, none larger than 65,504: half the memory. */
    FP16,
    /** Activations and weights rounded to 8 bits of precision, in the range of float32: half the memory. */
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
