// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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

    /** The share of thresholds that may promise too much. */
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

    /** More labels than this nobody is told to make. */
    private static final int MOST_LABELS = 5_000;

    private static final int FEW = 30;

    /**
     * The highest accuracy that the rows promise of new ones, and from which threshold on. All thresholds that were
     * tried are corrected for, so it is kept in 95 of 100 cases whichever is the highest.
     */
    public static Optional<Found> highest(RiskCoverage curve) {
        return TRIED.stream()
                .flatMap(threshold -> curve.at(threshold).map(point -> found(threshold, point)).stream())
                .reduce((best, next) -> next.bound() > best.bound() ? next : best);
    }

    /**
     * About how many labels support a threshold for {@code accuracy} if more are like these; empty if at no threshold
     * so many are right, however many labels there are.
     */
    public static OptionalInt labelsFor(RiskCoverage curve, double accuracy) {
        return TRIED.stream()
                .flatMap(threshold -> curve.at(threshold).stream())
                .distinct()
                .flatMapToInt(point -> labelsFor(point, accuracy).stream())
                .min();
    }

    private static OptionalInt labelsFor(RiskCoverage.Point point, double accuracy) {
        // A few surest answers that are all right do not show that all such answers are.
        double share = point.answered() < FEW ? (right(point) + 0.5) / (point.answered() + 1) : point.accuracy();
        int least = leastRows(accuracy);
        int most = (int) (MOST_LABELS * point.coverage());
        if (share <= accuracy || bound(share, most) < accuracy) {
            return OptionalInt.empty();
        }
        while (least < most) {
            int middle = (least + most) / 2;
            if (bound(share, middle) >= accuracy) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return OptionalInt.of((int) Math.ceil(least / point.coverage()));
    }

    private static double bound(double share, int answered) {
        return answered == 0
                ? 0
                : Proportions.clopperPearsonLower((long) (share * answered), answered, RISK / TRIED.size());
    }

    private static long right(RiskCoverage.Point point) {
        return Math.round(point.accuracy() * point.answered());
    }

    private static Found found(double threshold, RiskCoverage.Point point) {
        return new Found(
                threshold, point, Proportions.clopperPearsonLower(right(point), point.answered(), RISK / TRIED.size()));
    }

    /** The least threshold of {@link #TRIED} for {@code accuracy}; empty if the rows do not support any. */
    public static Optional<Found> least(RiskCoverage curve, double accuracy) {
        for (double threshold : TRIED) {
            Optional<RiskCoverage.Point> point = curve.at(threshold);
            if (point.isEmpty()) {
                break;
            }
            Found found = found(threshold, point.get());
            if (found.bound() >= accuracy) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
