// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.List;

/**
 * The four numbers of a group of answers.
 *
 * @param rows how many answers
 * @param accuracy share whose most probable option is right; Wilson's interval
 * @param brier mean of {@link Judged#brier}, 0 to 2, less is better; {@link SkewedMean}
 * @param logLoss mean of {@link Judged#logLoss}, in nats, less is better; {@link SkewedMean}
 * @param calibrationError expected calibration error in {@value Reliability#COUNT} bins, 0 to 1, less is better;
 *     {@link CalibrationErrorInterval}
 */
public record Metrics(int rows, Estimate accuracy, Estimate brier, Estimate logLoss, Estimate calibrationError) {

    /** With fewer rows, Brier score and log loss have no interval that says anything: it is all that is possible. */
    public static final int LEAST_FOR_MEANS = SkewedMean.LEAST_ROWS;

    /** The numbers of {@code rows}, at least one. */
    public static Metrics of(List<Judged> rows) {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("no rows");
        }
        long right = rows.stream().filter(Judged::right).count();
        Reliability reliability = Reliability.of(rows);
        return new Metrics(
                rows.size(),
                new Estimate((double) right / rows.size(), Proportions.wilson(right, rows.size())),
                SkewedMean.of(rows.stream().mapToDouble(Judged::brier).toArray(), new Interval(0, 2)),
                SkewedMean.of(
                        rows.stream().mapToDouble(Judged::logLoss).toArray(),
                        new Interval(0, -Math.log(Judged.LEAST_PROBABILITY))),
                new Estimate(reliability.error(), CalibrationErrorInterval.of(reliability)));
    }
}
