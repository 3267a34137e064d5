// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsTest {
    private static final int SIMULATIONS = 1_000;

    static Judged noul(double yes, boolean gold) {
        return new Judged(
                "q",
                "w",
                QuestionType.NOUL,
                List.of("false", "true"),
                "english",
                Optional.empty(),
                Probabilities.of(1 - yes, yes),
                Math.max(yes, 1 - yes),
                gold ? 1 : 0);
    }

    /** Rows whose "yes" is claimed with z's probability and holds with {@code truth} of it. */
    private static List<Judged> sample(SplittableRandom random, int n, DoubleUnaryOperator truth) {
        List<Judged> rows = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            double claimed = 1 / (1 + Math.exp(-(0.5 + 2 * random.nextGaussian())));
            rows.add(noul(claimed, random.nextDouble() < truth.applyAsDouble(claimed)));
        }
        return rows;
    }

    /** The truth that is {@code sharpness} times as far from even odds, on the scale of logits. */
    private static DoubleUnaryOperator tempered(double sharpness) {
        return p -> 1 / (1 + Math.exp(-sharpness * Math.log(p / (1 - p))));
    }

    @Test
    void fourRowsByHand() {
        Metrics metrics = Metrics.of(List.of(noul(0.9, true), noul(0.8, false), noul(0.3, false), noul(0.4, true)));
        assertThat(metrics.accuracy().value()).isEqualTo(0.5);
        assertThat(metrics.brier().value()).isEqualTo((0.02 + 1.28 + 0.18 + 0.72) / 4, within(1e-12));
        assertThat(metrics.logLoss().value())
                .isEqualTo(-(Math.log(0.9) + Math.log(0.2) + Math.log(0.7) + Math.log(0.4)) / 4, within(1e-12));
        // Confidences 0.9, 0.8, 0.7, 0.6 are in bins of their own; right, wrong, right, wrong.
        assertThat(metrics.calibrationError().value()).isEqualTo((0.1 + 0.8 + 0.3 + 0.6) / 4, within(1e-12));
        assertThat(metrics.accuracy().interval().low()).isEqualTo(0.1500, within(1e-4));
        assertThat(metrics.accuracy().interval().high()).isEqualTo(0.8500, within(1e-4));
    }

    /** The intervals hold what they promise: the truth is inside in 95 of 100 samples, give or take two. */
    @ParameterizedTest
    @CsvSource({"200, 0.5", "200, 0.25"})
    void intervalsCoverTheTruth(int rows, double sharpness) {
        DoubleUnaryOperator truth = tempered(sharpness);
        SplittableRandom random = new SplittableRandom(7);
        Metrics exact = pointsOnly(sample(random, 1_000_000, truth));
        int[] inside = new int[4];
        for (int i = 0; i < SIMULATIONS; i++) {
            Metrics metrics = Metrics.of(sample(random, rows, truth));
            inside[0] += covers(metrics.accuracy(), exact.accuracy());
            inside[1] += covers(metrics.brier(), exact.brier());
            inside[2] += covers(metrics.logLoss(), exact.logLoss());
            inside[3] += covers(metrics.calibrationError(), exact.calibrationError());
        }
        assertThat(inside).as("of %d", SIMULATIONS).satisfies(counts -> {
            for (int count : counts) {
                assertThat((double) count / SIMULATIONS).isEqualTo(0.95, within(0.02));
            }
        });
    }

    @Test
    void aCalibratedModelIsNotFoundMiscalibrated() {
        SplittableRandom random = new SplittableRandom(8);
        int zeroInside = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            Interval interval = CalibrationErrorInterval.of(Reliability.of(sample(random, 200, p -> p)));
            zeroInside += interval.contains(0) ? 1 : 0;
        }
        assertThat((double) zeroInside / SIMULATIONS).isBetween(0.95, 0.99);
    }

    @Test
    void equalRowsGiveEqualNumbers() {
        List<Judged> rows = sample(new SplittableRandom(1), 100, p -> p);
        assertThat(Metrics.of(rows)).isEqualTo(Metrics.of(rows));
    }

    private static int covers(Estimate estimate, Estimate exact) {
        return estimate.interval().contains(exact.value()) ? 1 : 0;
    }

    private static Metrics pointsOnly(List<Judged> rows) {
        Interval none = new Interval(0, 0);
        return new Metrics(
                rows.size(),
                new Estimate(rows.stream().filter(Judged::right).count() / (double) rows.size(), none),
                new Estimate(rows.stream().mapToDouble(Judged::brier).average().orElseThrow(), none),
                new Estimate(
                        rows.stream().mapToDouble(Judged::logLoss).average().orElseThrow(), none),
                new Estimate(Reliability.of(rows).error(), none));
    }
}
