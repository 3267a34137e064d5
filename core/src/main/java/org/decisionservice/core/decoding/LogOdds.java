// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.List;
import org.decisionservice.api.Probabilities;

/** Distributions as log-odds. */
final class LogOdds {
    /** Keeps log-odds finite; any smaller probability counts as this one. */
    static final double LEAST_PROBABILITY = 1e-4;

    private LogOdds() {}

    static double of(double p) {
        double bounded = Math.clamp(p, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY);
        return Math.log(bounded / (1 - bounded));
    }

    /** The log-odds of one option in each distribution: [distributions]. */
    static double[] of(List<Probabilities> distributions, int option) {
        return distributions.stream()
                .mapToDouble(distribution -> of(distribution.get(option)))
                .toArray();
    }

    /** The expected level of each distribution, as log-odds between the lowest and the highest: [distributions]. */
    static double[] ofLevels(List<Probabilities> distributions) {
        int highest = Math.max(1, distributions.getFirst().size() - 1);
        return distributions.stream()
                .mapToDouble(distribution -> of(distribution.mean() / highest))
                .toArray();
    }
}
