// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Prints how often each interval holds the true value, by number of options, calibration and rows: {@code CoverageMain
 * [samples]}. Takes a few minutes with 1,000.
 */
public final class CoverageMain {
    private CoverageMain() {}

    public static void main(String[] arguments) {
        int samples = arguments.length == 0 ? 1_000 : Integer.parseInt(arguments[0]);
        System.out.printf("%d samples each; the share of intervals that hold the true value%n", samples);
        System.out.println("options sharpness  rows  accuracy   Brier log loss     ECE  true ECE");
        for (int options : List.of(2, 4, 10)) {
            for (double sharpness : List.of(1.0, 0.8, 0.5, 0.25, 2.0)) {
                for (int rows : List.of(20, 30, 100, 1_000)) {
                    print(new Population(options, sharpness), rows, samples);
                }
            }
        }
    }

    private static void print(Population population, int rows, int samples) {
        SplittableRandom random = new SplittableRandom(11);
        double[] truth = population.truth(random);
        int[] inside = new int[truth.length];
        for (int i = 0; i < samples; i++) {
            Metrics metrics = Metrics.of(population.sample(random, rows));
            List<Estimate> estimates =
                    List.of(metrics.accuracy(), metrics.brier(), metrics.logLoss(), metrics.calibrationError());
            for (int which = 0; which < truth.length; which++) {
                inside[which] += estimates.get(which).interval().contains(truth[which]) ? 1 : 0;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%7d %9.2f %5d %9.3f %7.3f %8.3f %7.3f %9.4f%n",
                population.options(),
                population.sharpness(),
                rows,
                inside[0] / (double) samples,
                inside[1] / (double) samples,
                inside[2] / (double) samples,
                inside[3] / (double) samples,
                truth[3]);
    }
}
