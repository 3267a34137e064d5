// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.List;
import org.decisionservice.api.Probabilities;

/** Readings as log-odds. */
final class LogOdds {
    /** Keeps log-odds finite; what lies beyond is equally certain. */
    static final double LEAST_PROBABILITY = 1e-4;

    private LogOdds() {}

    static double of(double p) {
        double bounded = Math.clamp(p, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY);
        return Math.log(bounded / (1 - bounded));
    }

    /** Those of one option in each reading: [readings]. */
    static double[] of(List<Probabilities> readings, int option) {
        return readings.stream().mapToDouble(reading -> of(reading.get(option))).toArray();
    }

    /** The expected level of each reading as log-odds between the lowest and the highest: [readings]. */
    static double[] ofLevels(List<Probabilities> readings) {
        int highest = Math.max(1, readings.getFirst().size() - 1);
        return readings.stream()
                .mapToDouble(reading -> of(reading.mean() / highest))
                .toArray();
    }
}
