// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The interval of a mean by the studentised bootstrap: how far the means of resampled rows lie from the mean, in their
 * own standard errors. Unlike plain percentiles it allows for skew, and a log loss is skewed.
 */
final class Bootstrap {
    private static final long SEED = 20_260_101;
    private static final int MOST_RESAMPLES = 2_000;
    private static final int LEAST_RESAMPLES = 400;

    /** Keeps large files quick: with many rows, fewer resamples do. */
    private static final int MOST_DRAWS = 40_000_000;

    private Bootstrap() {}

    /**
     * The mean of {@code values}, at least one, with its interval. Values that do not differ, as one alone, say nothing
     * about what others are.
     *
     * @param range holds every value that there can be
     */
    static Estimate mean(double[] values, Interval range) {
        int n = values.length;
        double mean = Arrays.stream(values).sum() / n;
        double error = error(Arrays.stream(values).map(v -> v * v).sum(), mean, n);
        if (error == 0) {
            return new Estimate(mean, range);
        }
        double[] t = new double[Math.clamp(MOST_DRAWS / n, LEAST_RESAMPLES, MOST_RESAMPLES)];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int r = 0; r < t.length; r++) {
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                double value = values[random.nextInt(n)];
                sum += value;
                squares += value * value;
            }
            double spread = error(squares, sum / n, n);
            // All draws alike: their mean says nothing about the spread, so that of the rows stands in.
            t[r] = (sum / n - mean) / (spread == 0 ? error : spread);
        }
        Arrays.sort(t);
        return new Estimate(
                mean,
                new Interval(
                        Math.max(range.low(), mean - quantile(t, 0.975) * error),
                        Math.min(range.high(), mean - quantile(t, 0.025) * error)));
    }

    /** Standard error of a mean from the sum of squares; 0 if rounding leaves nothing. */
    private static double error(double squares, double mean, int n) {
        double variance = (squares / n - mean * mean) * n / Math.max(1, n - 1);
        return variance < 1e-15 * Math.max(1e-15, mean * mean) ? 0 : Math.sqrt(variance / n);
    }

    /** The {@code share} quantile of sorted values, interpolated. */
    static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        double above = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (place - below) * (above - sorted[below]);
    }
}
