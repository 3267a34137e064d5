// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import org.apache.commons.statistics.distribution.BetaDistribution;

/** Intervals of a share. */
public final class Proportions {
    /** The standard normal distribution has 95 % of its mass within this many standard deviations. */
    private static final double Z = 1.959963984540054;

    private Proportions() {}

    /** Wilson's 95 % interval of the share {@code successes / trials}; {@code trials} is at least 1. */
    public static Interval wilson(long successes, long trials) {
        double n = (double) trials;
        double share = (double) successes / trials;
        double middle = share + Z * Z / (2 * n);
        double reach = Z * Math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
        double scale = 1 + Z * Z / n;
        return new Interval(
                successes == 0 ? 0 : (middle - reach) / scale, successes == trials ? 1 : (middle + reach) / scale);
    }

    /** Clopper and Pearson's upper bound: the true share is above it with a probability of at most {@code risk}. */
    public static double clopperPearsonUpper(long successes, long trials, double risk) {
        return 1 - clopperPearsonLower(trials - successes, trials, risk);
    }

    /**
     * Clopper and Pearson's lower bound: the true share is below it with a probability of at most {@code risk}, however
     * small the sample.
     */
    public static double clopperPearsonLower(long successes, long trials, double risk) {
        return successes == 0
                ? 0
                : BetaDistribution.of((double) successes, (double) (trials - successes + 1))
                        .inverseCumulativeProbability(risk);
    }
}
