// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

/**
 * The way from logits to probabilities: softmax(logits / temperature + bias on the last option).
 *
 * @param temperature above 0; a value below 1 sharpens the distribution
 * @param bias added to the logit of {@code true}; 0 for every question but a noul
 */
public record Scaling(double temperature, double bias) {
    /** Leaves logits as they are. */
    static final Scaling NONE = of(1);

    public static Scaling of(double temperature) {
        return new Scaling(temperature, 0);
    }
}
