// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The interval of the calibration error.
 *
 * <p>Resampling rows does not work here. The error adds up distances, so chance alone makes it positive, and it does so
 * again in every resample: the interval would lie above the truth. Instead this asks which true errors could have given
 * the one that was measured. For a true error, every bin is off by that much, and what is measured in a bin is spread
 * around it as a share of so many rows is. Which bins the rows fall into is chance as well, and matters where some bins
 * are off by more than others. The interval holds the true errors for which the measured one is neither
 * among the largest nor among the smallest 2.5 %. At a true error of 0, only its upper end can be wrong.
 *
 * <p>A measured error that is smaller than what chance alone gives would leave no true error at all, and an interval of
 * [0, 0] beside a number that is not 0. That a sample is lucky says nothing about the truth, so for the upper end an
 * error below the middle one of chance counts as that one (a power-constrained limit: Cowan, Cranmer, Gross and
 * Vitells, 2011). The interval only becomes wider by it, and always holds the measured error.
 */
final class CalibrationErrorInterval {
    private static final long SEED = 20_260_102;
    private static final int DRAWS = 2_000;
    private static final double TAIL = 0.025;
    /** Halvings of the range in which an end is sought; they leave less than 1e-9. */
    private static final int HALVINGS = 30;
    /** More than what a sum of the bins is rounded by. */
    private static final double ROUNDING = 1e-12;

    /** Standard normal, [draws][bins + 1]; the last is for the bins that rows fall into. */
    private static final double[][] NOISE = noise();

    private final double measured;
    /** Per bin: share of the rows, and standard deviation of the measured accuracy. */
    private final double[] share = new double[Reliability.COUNT];

    private final double[] deviation = new double[Reliability.COUNT];
    /** Standard deviation of the error by the bins that rows happen to fall into. */
    private final double spread;

    private CalibrationErrorInterval(Reliability reliability) {
        measured = reliability.error();
        double squares = 0;
        for (int i = 0; i < Reliability.COUNT; i++) {
            Reliability.Bin bin = reliability.bins().get(i);
            if (bin.rows() > 0) {
                share[i] = reliability.share(bin);
                // One row more on either side: a bin whose few rows are all right is still not certain.
                double p = (bin.accuracy() * bin.rows() + 1) / (bin.rows() + 2);
                deviation[i] = Math.sqrt(p * (1 - p) / bin.rows());
                // Chance alone makes bins differ; only what is beyond it is a property of the bins.
                squares += share[i] * (bin.gap() * bin.gap() - deviation[i] * deviation[i]);
            }
        }
        spread = Math.sqrt(Math.max(0, squares - measured * measured) / reliability.rows());
    }

    static Interval of(Reliability reliability) {
        CalibrationErrorInterval search = new CalibrationErrorInterval(reliability);
        double measured = search.measured;
        return new Interval(
                Math.min(measured, search.least(TAIL, measured)),
                Math.max(measured, search.least(1 - TAIL, Math.max(measured, search.middleOfChance()))));
    }

    /**
     * The least true error with which at least {@code tail} of all samples measure as much as {@code level}. What a
     * sample measures changes by no more than the true error does, so after a few halvings most samples are clear: they
     * reach the level wherever the end may still be, or nowhere.
     */
    private double least(double tail, double level) {
        double low = 0;
        double high = 1;
        if (share(reaching(low, level)) >= tail) {
            return 0;
        }
        List<double[]> unclear = List.of(NOISE);
        int clear = 0;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            double half = (high - low) / 2 + ROUNDING;
            int reaching = clear;
            List<double[]> still = new ArrayList<>();
            for (double[] noise : unclear) {
                double above = measured(middle, noise) - level;
                reaching += above >= 0 ? 1 : 0;
                if (above > half) {
                    clear++;
                } else if (above >= -half) {
                    still.add(noise);
                }
            }
            unclear = still;
            if (share(reaching) >= tail) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static double share(int samples) {
        return (double) samples / DRAWS;
    }

    /** The number of samples that measure at least {@code level} if every bin is off by {@code error}. */
    private int reaching(double error, double level) {
        int reaching = 0;
        for (double[] noise : NOISE) {
            reaching += measured(error, noise) >= level ? 1 : 0;
        }
        return reaching;
    }

    /** The median of what samples measure if nothing is off. */
    private double middleOfChance() {
        return Arrays.stream(NOISE)
                .mapToDouble(noise -> measured(0, noise))
                .sorted()
                .skip(DRAWS / 2)
                .findFirst()
                .orElseThrow();
    }

    private double measured(double error, double[] noise) {
        double sum = spread * noise[Reliability.COUNT];
        for (int bin = 0; bin < share.length; bin++) {
            sum += share[bin] * Math.abs(error + deviation[bin] * noise[bin]);
        }
        return sum;
    }

    private static double[][] noise() {
        SplittableRandom random = new SplittableRandom(SEED);
        double[][] noise = new double[DRAWS][Reliability.COUNT + 1];
        for (double[] draw : noise) {
            for (int bin = 0; bin < draw.length; bin++) {
                draw[bin] = random.nextGaussian();
            }
        }
        return noise;
    }
}
