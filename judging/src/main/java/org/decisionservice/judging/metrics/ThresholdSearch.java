// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.List;
import java.util.Optional;

/**
 * Finds the least threshold whose answers reach an accuracy that is asked for, so that this holds for new rows, too.
 *
 * <p>The thresholds that are tried are fixed before any row is seen, and each is held against Clopper and Pearson's
 * lower bound at 5 % divided by their number. So the accuracy of new answers above the threshold that is found is below
 * the one asked for in at most 5 of 100 files of labels, whichever of the thresholds is found.
 */
public final class ThresholdSearch {
    /** A multiple of 0.05, and closer where confidences crowd. */
    public static final List<Double> TRIED = List.of(
            0.0, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99,
            0.995, 0.999);

    /** How often a threshold may promise too much. */
    public static final double RISK = 0.05;

    private ThresholdSearch() {}

    /**
     * A threshold that was found.
     *
     * @param point what it answers in the rows that were looked at
     * @param bound accuracy that new answers reach in 95 of 100 cases
     */
    public record Found(double threshold, RiskCoverage.Point point, double bound) {}

    /**
     * The least number of answers that support a threshold for {@code accuracy}, between 0 and 1: if all of them are
     * right, Clopper and Pearson's bound of n answers is the n-th root of the risk.
     */
    public static int leastRows(double accuracy) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(Math.log(RISK / TRIED.size()) / Math.log(accuracy)));
    }

    /** The least threshold of {@link #TRIED} for {@code accuracy}; empty if the rows do not support any. */
    public static Optional<Found> least(RiskCoverage curve, double accuracy) {
        for (double threshold : TRIED) {
            Optional<RiskCoverage.Point> point = curve.at(threshold);
            if (point.isEmpty()) {
                break;
            }
            int answered = point.get().answered();
            long right = Math.round(point.get().accuracy() * answered);
            double bound = Proportions.clopperPearsonLower(right, answered, RISK / TRIED.size());
            if (bound >= accuracy) {
                return Optional.of(new Found(threshold, point.get(), bound));
            }
        }
        return Optional.empty();
    }
}
