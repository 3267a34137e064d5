// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ThresholdSearchTest {
    private static final int SIMULATIONS = Boolean.getBoolean("nightly") ? 1_000 : 300;
    private static final double WANTED = 0.9;

    /** Claims {@code p} and is right with a little less. */
    private static double truth(double p) {
        return 0.5 + (p - 0.5) * 0.98;
    }

    private static List<Judged> sample(SplittableRandom random, int n) {
        List<Judged> rows = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            double p = 0.5 + random.nextDouble() / 2;
            rows.add(MetricsTest.noul(p, random.nextDouble() < truth(p)));
        }
        return rows;
    }

    /** Accuracy of endless answers above a threshold: p is spread evenly from there to 1. */
    private static double accuracyAbove(double threshold) {
        return truth((Math.max(threshold, 0.5) + 1) / 2);
    }

    @Test
    void theAccuracyHoldsForNewRowsInNinetyFiveOfAHundredFiles() {
        SplittableRandom random = new SplittableRandom(3);
        int found = 0;
        int broken = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            var least = ThresholdSearch.least(RiskCoverage.of(sample(random, 1500)), WANTED);
            if (least.isPresent()) {
                found++;
                broken += accuracyAbove(least.get().threshold()) < WANTED ? 1 : 0;
            }
        }
        assertThat(found).isGreaterThan(SIMULATIONS / 2);
        assertThat(broken).isLessThanOrEqualTo(SIMULATIONS / 20);
    }

    /** Why the correction is there: without it, and just as good a bound for each look, the promise is broken. */
    @Test
    void withoutABoundThePromiseWouldBeBroken() {
        SplittableRandom random = new SplittableRandom(3);
        int broken = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            RiskCoverage curve = RiskCoverage.of(sample(random, 1000));
            double naive = ThresholdSearch.TRIED.stream()
                    .filter(threshold -> curve.at(threshold)
                            .filter(point -> point.accuracy() >= WANTED)
                            .isPresent())
                    .findFirst()
                    .orElse(1.0);
            broken += accuracyAbove(naive) < WANTED ? 1 : 0;
        }
        assertThat(broken).isGreaterThan(SIMULATIONS / 5);
    }

    @Test
    void boundsAreThoseOfTheTables() {
        assertThat(Proportions.clopperPearsonLower(95, 100, 0.025)).isEqualTo(0.887165, within(1e-6));
        assertThat(Proportions.clopperPearsonLower(10, 10, 0.05)).isEqualTo(Math.pow(0.05, 0.1), within(1e-9));
        assertThat(Proportions.clopperPearsonLower(0, 10, 0.05)).isZero();
        assertThat(McNemar.of(2, 10).p()).isEqualTo(0.0385742, within(1e-6));
        assertThat(McNemar.of(0, 0).p()).isEqualTo(1);
        assertThat(McNemar.of(5, 5).p()).isEqualTo(1);
    }

    @Test
    void withTheLeastRowsAllRightThereIsAThresholdAndWithOneLessThereIsNone() {
        for (double wanted : new double[] {0.5, 0.9, 0.95, 0.99}) {
            int least = ThresholdSearch.leastRows(wanted);
            assertThat(ThresholdSearch.least(RiskCoverage.of(sure(least)), wanted))
                    .isPresent();
            assertThat(ThresholdSearch.least(RiskCoverage.of(sure(least - 1)), wanted))
                    .isEmpty();
        }
        assertThat(ThresholdSearch.leastRows(0.95)).isEqualTo(118);
    }

    /** 121 of 200 are answered and 119 of these right, so 95 % is near; 91.8 % is what can be said. */
    @Test
    void whereThereIsNoThresholdTheLabelsSayWhatTheyPromiseAndHowManyWouldDo() {
        List<Judged> rows = new ArrayList<>(Collections.nCopies(119, MetricsTest.noul(0.97, true)));
        rows.addAll(Collections.nCopies(2, MetricsTest.noul(0.97, false)));
        rows.addAll(Collections.nCopies(45, MetricsTest.noul(0.6, true)));
        rows.addAll(Collections.nCopies(34, MetricsTest.noul(0.6, false)));
        RiskCoverage curve = RiskCoverage.of(rows);
        assertThat(ThresholdSearch.least(curve, 0.95)).isEmpty();
        ThresholdSearch.Found highest = ThresholdSearch.highest(curve).orElseThrow();
        assertThat(highest.threshold()).isEqualTo(0.65);
        assertThat(highest.bound()).isBetween(0.91, 0.93);
        assertThat(ThresholdSearch.least(curve, highest.bound())).contains(highest);
        int labels = ThresholdSearch.labelsFor(curve, 0.95).orElseThrow();
        assertThat(labels).isBetween(450, 600);
        int times = Math.ceilDiv(labels, rows.size());
        List<Judged> more = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            more.addAll(rows);
        }
        assertThat(ThresholdSearch.least(RiskCoverage.of(more), 0.95)).isPresent();
        List<Judged> poor = new ArrayList<>(Collections.nCopies(60, MetricsTest.noul(0.9, true)));
        poor.addAll(Collections.nCopies(40, MetricsTest.noul(0.9, false)));
        assertThat(ThresholdSearch.labelsFor(RiskCoverage.of(poor), 0.95)).isEmpty();
        assertThat(ThresholdSearch.labelsFor(RiskCoverage.of(sure(40)), 0.95)).hasValue(118);
    }

    private static List<Judged> sure(int rows) {
        return Collections.nCopies(rows, MetricsTest.noul(1, true));
    }

    @Test
    void aCurveNamesEachThresholdOnce() {
        RiskCoverage curve = RiskCoverage.of(
                List.of(MetricsTest.noul(0.9, true), MetricsTest.noul(0.9, false), MetricsTest.noul(0.6, true)));
        assertThat(curve.points())
                .containsExactly(
                        new RiskCoverage.Point(0.6, 3, 1, 2 / 3.0), new RiskCoverage.Point(0.9, 2, 2 / 3.0, 0.5));
        assertThat(curve.atCoverage(0.1).answered()).isEqualTo(2);
        assertThat(curve.at(0.95)).isEmpty();
    }
}
