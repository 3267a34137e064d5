// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is in brackets holds the number before it, whatever the sample, and the truth as often as it says. */
class IntervalsTest {
    private static final int SAMPLES = Boolean.getBoolean("nightly") ? 500 : 200;

    private static final Map<Population, double[]> TRUTHS = new ConcurrentHashMap<>();

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "5", "10", "19", "20", "50", "500"})
    void everyIntervalHoldsItsNumberAndStaysInItsRange(int rows) {
        SplittableRandom random = new SplittableRandom(3);
        for (double spread : List.of(0.5, 2.0, 5.0, 20.0)) {
            for (double sharpness : List.of(0.0, 0.5, 1.0, 3.0)) {
                for (int sample = 0; sample < 20; sample++) {
                    Metrics metrics = Metrics.of(new Population(3, sharpness, spread).sample(random, rows));
                    for (Estimate estimate : List.of(
                            metrics.accuracy(), metrics.brier(), metrics.logLoss(), metrics.calibrationError())) {
                        assertThat(estimate.interval().contains(estimate.value()))
                                .as("%s of %s rows", estimate, rows)
                                .isTrue();
                        assertThat(estimate.interval().low()).isNotNegative();
                    }
                    assertThat(metrics.brier().interval().high()).isLessThanOrEqualTo(2);
                    assertThat(metrics.calibrationError().interval().high()).isLessThanOrEqualTo(1);
                }
            }
        }
    }

    /** Few answers, nearly all certain and right: the situation of a small file that looks perfect. */
    @ParameterizedTest
    @CsvSource({
        "2, 1, 5, 20", "2, 0.5, 5, 20", "4, 1, 5, 20", "4, 0.5, 5, 20", "2, 1, 2, 20", "4, 0.5, 2, 20",
        "2, 1, 5, 50", "2, 0.5, 5, 50", "4, 1, 5, 50", "4, 0.5, 5, 50", "2, 0.5, 2, 50", "4, 1, 2, 50"
    })
    void smallSamplesHoldTheTruthToo(int options, double sharpness, double spread, int rows) {
        Population population = new Population(options, sharpness, spread);
        double[] truth = TRUTHS.computeIfAbsent(population, each -> each.truth(new SplittableRandom(12)));
        SplittableRandom random = new SplittableRandom(13);
        int[] inside = new int[truth.length];
        for (int i = 0; i < SAMPLES; i++) {
            Metrics metrics = Metrics.of(population.sample(random, rows));
            List<Estimate> estimates =
                    List.of(metrics.accuracy(), metrics.brier(), metrics.logLoss(), metrics.calibrationError());
            for (int which = 0; which < truth.length; which++) {
                inside[which] += estimates.get(which).interval().contains(truth[which]) ? 1 : 0;
            }
        }
        for (int count : inside) {
            assertThat((double) count / SAMPLES).as("%d of %d", count, SAMPLES).isBetween(0.9, 1.0);
        }
    }
}
