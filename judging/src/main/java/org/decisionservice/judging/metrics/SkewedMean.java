// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The interval of a mean of values that are skewed, as Brier scores and log losses are: most rows cost little, and few
 * cost much. Hall's transformation (1992) of Student's statistic takes the skew out of it, and Student's quantiles are
 * turned back into means.
 *
 * <p>The bootstrap's percentiles are too narrow for such values, and its studentised form covers as well as this but
 * explodes where a resample happens to hold alike rows: 0.065 would have the interval [0.01, 0.79].
 */
final class SkewedMean {
    /**
     * With fewer rows the dear ones may all be missing, and then no method finds where the mean lies; the interval is
     * everything that is possible.
     */
    static final int LEAST_ROWS = 20;

    private static final double UPPER = 0.975;

    private SkewedMean() {}

    /**
     * The mean of {@code values}, at least one, with its interval. Values that do not differ say nothing about what
     * others are.
     *
     * @param range holds every value that there can be
     */
    static Estimate of(double[] values, Interval range) {
        int n = values.length;
        double mean = Arrays.stream(values).sum() / n;
        double variance = moment(values, mean, 2);
        if (n < LEAST_ROWS || variance < 1e-15 * Math.max(1e-15, mean * mean)) {
            return new Estimate(mean, range);
        }
        double skew = moment(values, mean, 3) / Math.pow(variance, 1.5);
        double error = Math.sqrt(variance / (n - 1));
        double quantile = TDistribution.of(n - 1).inverseCumulativeProbability(UPPER);
        double low = mean - error * untransformed(quantile, skew, n);
        double high = mean - error * untransformed(-quantile, skew, n);
        return new Estimate(
                mean, new Interval(Math.clamp(low, range.low(), mean), Math.clamp(high, mean, range.high())));
    }

    /** Solves {@code t + skew t² / (3 √n) + skew² t³ / (27 n) + skew / (6 √n) = quantile} for t. */
    private static double untransformed(double quantile, double skew, int n) {
        double root = Math.sqrt(n);
        if (Math.abs(skew) < 1e-6) {
            return quantile;
        }
        double cube = 1 + skew * (quantile / root - skew / (6 * n));
        return 3 * root / skew * (Math.cbrt(cube) - 1);
    }

    private static double moment(double[] values, double mean, int power) {
        double sum = 0;
        for (double value : values) {
            sum += Math.pow(value - mean, power);
        }
        return sum / values.length;
    }
}
