// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * By how much more often one of two ways of answering the same rows is right than the other, by Tango's score interval
 * (1998), which holds for few rows, too. Counts need not be whole, so that it can be asked what more rows would show.
 *
 * @param onlyFirst rows that only the first has right
 * @param onlySecond rows that only the second has right
 * @param rows all of them, above 0
 */
public record PairedDifference(double onlyFirst, double onlySecond, double rows) {
    private static final int HALVINGS = 60;

    /** The share of rows that the second has right, less that of the first. */
    public double value() {
        return (onlySecond - onlyFirst) / rows;
    }

    /** The true difference is below this with a probability of about {@code risk}. */
    public double low(double risk) {
        double z = quantile(risk);
        return root(-1, value(), difference -> z - score(difference));
    }

    /** The true difference is above this with a probability of about {@code risk}. */
    public double high(double risk) {
        double z = quantile(risk);
        return root(value(), 1, difference -> -z - score(difference));
    }

    private static double quantile(double risk) {
        return NormalDistribution.of(0, 1).inverseSurvivalProbability(risk);
    }

    /** Standard errors by which the counts are above what {@code difference} would make them; falls with it. */
    private double score(double difference) {
        double slope = -onlySecond - onlyFirst + (2 * rows - onlySecond + onlyFirst) * difference;
        double constant = -onlyFirst * difference * (1 - difference);
        double root = Math.sqrt(Math.max(0, slope * slope - 8 * rows * constant));
        // The most likely share of rows that only the first has right, if the difference is this.
        double share = (root - slope) / (4 * rows);
        double variance = rows * (2 * share + difference * (1 - difference));
        double above = onlySecond - onlyFirst - rows * difference;
        return variance > 0 ? above / Math.sqrt(variance) : Math.signum(above) * Double.MAX_VALUE;
    }

    /** Where a rising function is 0, between {@code low} and {@code high}. */
    private static double root(double low, double high, DoubleUnaryOperator rising) {
        double from = low;
        double to = high;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (from + to) / 2;
            if (rising.applyAsDouble(middle) < 0) {
                from = middle;
            } else {
                to = middle;
            }
        }
        return (from + to) / 2;
    }
}
