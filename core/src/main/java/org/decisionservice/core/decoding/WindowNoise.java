// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.Arrays;

/**
 * The usual values of windows in one respect, such as the log-odds of one option: their median, and how far they spread
 * on either side of it. The spread is the scale of a logistic distribution, in the unit of the values.
 *
 * @param middle median of the values
 * @param above scale of what lies above it, above 0
 * @param below scale of what lies below it, above 0
 */
record WindowNoise(double middle, double above, double below) {
    /**
     * The quantile that the spread is estimated from: far enough out to show heavy tails, near enough to be measurable.
     */
    private static final double TAIL = 0.9;

    /** That quantile of a logistic distribution of scale 1. */
    private static final double LOGISTIC_TAIL = Math.log(TAIL / (1 - TAIL));

    /** The scale that is assumed in advance, in log-odds, because a few windows say little about their spread. */
    private static final double ASSUMED_SCALE = 0.5;

    /** The number of windows that this assumption counts as. */
    private static final double ASSUMED_WINDOWS = 4;

    /** From here on the formula equals its limit in double precision. */
    private static final double FAR = 40;

    /** {@code values}: [windows], at least one. */
    static WindowNoise of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double middle = quantile(sorted, 0.5);
        return new WindowNoise(
                middle,
                scale(quantile(sorted, TAIL) - middle, sorted.length),
                scale(middle - quantile(sorted, 1 - TAIL), sorted.length));
    }

    private static double scale(double distance, int windows) {
        return (ASSUMED_WINDOWS * ASSUMED_SCALE + windows * distance / LOGISTIC_TAIL) / (ASSUMED_WINDOWS + windows);
    }

    /** Interpolated between the neighbours. */
    private static double quantile(double[] sorted, double share) {
        double at = (sorted.length - 1) * share;
        int lower = (int) at;
        int upper = Math.min(lower + 1, sorted.length - 1);
        return sorted[lower] + (at - lower) * (sorted[upper] - sorted[lower]);
    }

    /** The value that is {@code departure} scales above the middle. */
    double valueAt(double departure) {
        return middle + departure * above;
    }

    /** The distance of {@code value} above the middle, in scales; negative below it. */
    double excess(double value) {
        return (value - middle) / above;
    }

    /** The distance of {@code value} below the middle, in scales; negative above it. */
    double shortfall(double value) {
        return (middle - value) / below;
    }

    /**
     * Converts the departure of the largest of {@code trials} values into the departure that a single value of noise
     * reaches equally rarely, or 0 if that would be negative. Far out it is {@code departure} − log(trials).
     */
    static double asOneOf(double departure, double trials) {
        if (departure > FAR) {
            return departure - Math.log(trials);
        }
        double logarithm = -trials * Math.log1p(Math.exp(-departure));
        return Math.max(0, logarithm - Math.log(-Math.expm1(logarithm)));
    }

    /**
     * The probability that the largest of {@code trials} values of noise reaches {@code departure} scales: Šidák's
     * correction, 1 − F(departure)^trials for the logistic distribution F.
     */
    static double chance(double departure, double trials) {
        return -Math.expm1(-trials * Math.log1p(Math.exp(-departure)));
    }
}
