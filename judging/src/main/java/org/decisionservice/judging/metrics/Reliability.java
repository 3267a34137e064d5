// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * Confidence beside accuracy, in bins of equal width. A bin holds the confidences above its lower edge up to and
 * including its upper one.
 *
 * @param bins {@value #COUNT} of them, from 0 to 1, empty ones included
 */
public record Reliability(List<Bin> bins) {
    public static final int COUNT = 15;

    /**
     * A bin.
     *
     * @param rows how many answers are in it
     * @param confidence their mean confidence; 0 if there are none
     * @param accuracy the share of them that is right; 0 if there are none
     */
    public record Bin(int rows, double confidence, double accuracy) {
        /** Accuracy less confidence. */
        double gap() {
            return accuracy - confidence;
        }
    }

    public Reliability {
        bins = List.copyOf(bins);
    }

    /** The bins of max(p) of {@code rows}. */
    public static Reliability of(List<Judged> rows) {
        double[] confidence = new double[COUNT];
        int[] right = new int[COUNT];
        int[] count = new int[COUNT];
        for (Judged row : rows) {
            double p = row.probabilities().max();
            int bin = bin(p);
            confidence[bin] += p;
            count[bin]++;
            right[bin] += row.right() ? 1 : 0;
        }
        List<Bin> bins = new ArrayList<>(COUNT);
        for (int bin = 0; bin < COUNT; bin++) {
            int n = Math.max(1, count[bin]);
            bins.add(new Bin(count[bin], confidence[bin] / n, (double) right[bin] / n));
        }
        return new Reliability(bins);
    }

    /** The expected calibration error: the mean over the rows of the distance between accuracy and confidence. */
    public double error() {
        return bins.stream()
                .mapToDouble(bin -> share(bin) * Math.abs(bin.gap()))
                .sum();
    }

    int rows() {
        return bins.stream().mapToInt(Bin::rows).sum();
    }

    double share(Bin bin) {
        return (double) bin.rows() / rows();
    }

    private static int bin(double confidence) {
        int bin = 0;
        while (bin < COUNT - 1 && confidence > (bin + 1) / (double) COUNT) {
            bin++;
        }
        return bin;
    }
}
