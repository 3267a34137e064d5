// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interval of the calibration error holds the true one as often as it says, in more situations than one. */
class CalibrationErrorIntervalTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("nightly");

    /** With fewer, chance moves the share by more: a standard deviation of 1.2 points instead of 0.6. */
    private static final int SAMPLES = NIGHTLY ? 1_000 : 250;

    private static final double MARGIN = NIGHTLY ? 0 : 0.02;
    private static final Map<Population, Double> TRUTHS = new ConcurrentHashMap<>();

    /** A true error of 0 is at the edge, where only the lower end can be wrong. */
    @ParameterizedTest
    @CsvSource({
        "2, 1, 100",
        "2, 0.8, 100",
        "2, 0.5, 100",
        "2, 0.25, 100",
        "2, 2, 100",
        "4, 1, 100",
        "4, 0.8, 100",
        "4, 0.5, 100",
        "4, 0.25, 100",
        "4, 2, 100",
        "10, 1, 100",
        "10, 0.8, 100",
        "10, 0.5, 100",
        "10, 0.25, 100",
        "10, 2, 100",
        "2, 1, 1000",
        "2, 0.8, 1000",
        "2, 0.5, 1000",
        "2, 0.25, 1000",
        "2, 2, 1000",
        "4, 1, 1000",
        "4, 0.8, 1000",
        "4, 0.5, 1000",
        "4, 0.25, 1000",
        "4, 2, 1000",
        "10, 1, 1000",
        "10, 0.8, 1000",
        "10, 0.5, 1000",
        "10, 0.25, 1000",
        "10, 2, 1000"
    })
    void itHoldsTheTrueErrorIn95Of100Samples(int options, double sharpness, int rows) {
        Population population = new Population(options, sharpness);
        double truth = TRUTHS.computeIfAbsent(population, each -> each.truth(new SplittableRandom(11))[3]);
        SplittableRandom random = new SplittableRandom(12);
        int inside = 0;
        for (int i = 0; i < SAMPLES; i++) {
            Interval interval = CalibrationErrorInterval.of(Reliability.of(population.sample(random, rows)));
            inside += interval.contains(truth) ? 1 : 0;
        }
        // More than 95 of 100, because the upper end of a lucky sample is that of a sample in the middle.
        assertThat((double) inside / SAMPLES).isBetween(0.93 - MARGIN, sharpness == 1 ? 1 : Math.min(1, 0.99 + MARGIN));
    }
}
