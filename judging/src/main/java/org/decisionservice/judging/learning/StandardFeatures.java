// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.core.learning.Features;

/**
 * The features of labelled rows, each dimension less its mean and divided by its spread: an encoder's outputs vary most
 * in a few dimensions, which are not the ones that tell most. Both halves, of the last layer and of the middle one,
 * have rows of length 1 in the root mean square.
 */
final class StandardFeatures {
    /** Added to the variance of each dimension, as a part of their mean: what hardly varies is mostly noise. */
    private static final double FLOOR = 0.1;

    private final double[] mean;
    /** What a dimension is multiplied by: [2 × width]. */
    private final double[] unit;
    /** [rows][2 × width] */
    private final double[][] rows;
    /** Of the rows with each other, by half: [2][rows][rows]. */
    private final double[][][] products;

    /** @param means of the encoder's outputs: [rows][2 × width] */
    StandardFeatures(List<float[]> means) {
        rows = means.stream().map(Features::of).toArray(double[][]::new);
        int size = rows[0].length;
        mean = new double[size];
        unit = new double[size];
        for (double[] row : rows) {
            for (int i = 0; i < size; i++) {
                mean[i] += row[i] / rows.length;
            }
        }
        for (double[] row : rows) {
            for (int i = 0; i < size; i++) {
                row[i] -= mean[i];
                unit[i] += row[i] * row[i] / rows.length;
            }
        }
        products = new double[2][][];
        for (int half = 0; half < products.length; half++) {
            int from = half * size / 2;
            standardize(from, from + size / 2);
            products[half] = products(from, from + size / 2);
        }
    }

    /** Turns the variances in {@code unit} into what the dimensions are multiplied by, and multiplies them. */
    private void standardize(int from, int to) {
        double floor = FLOOR * Arrays.stream(unit, from, to).sum() / (to - from);
        double square = 0;
        for (int i = from; i < to; i++) {
            // Of rows that are all the same, nothing is left.
            square += unit[i] + floor > 0 ? unit[i] / (unit[i] + floor) : 0;
        }
        for (int i = from; i < to; i++) {
            unit[i] = square > 0 ? 1 / Math.sqrt((unit[i] + floor) * square) : 0;
            for (double[] row : rows) {
                row[i] *= unit[i];
            }
        }
    }

    private double[][] products(int from, int to) {
        double[][] all = new double[rows.length][rows.length];
        for (int row = 0; row < rows.length; row++) {
            for (int other = 0; other <= row; other++) {
                all[row][other] = product(rows[row], rows[other], from, to);
                all[other][row] = all[row][other];
            }
        }
        return all;
    }

    private static double product(double[] row, double[] other, int from, int to) {
        // Several sums, because the processor waits for each addition to one of them.
        double[] sums = new double[4];
        int i = from;
        for (; i + 3 < to; i += 4) {
            sums[0] += row[i] * other[i];
            sums[1] += row[i + 1] * other[i + 1];
            sums[2] += row[i + 2] * other[i + 2];
            sums[3] += row[i + 3] * other[i + 3];
        }
        for (; i < to; i++) {
            sums[0] += row[i] * other[i];
        }
        return sums[0] + sums[1] + sums[2] + sums[3];
    }

    /** The mean of the features: [2 × width]. */
    double[] mean() {
        return mean;
    }

    /**
     * Products of rows with each other, of which {@code last} counts the first half and the rest the second.
     *
     * @param last in [0, 1]
     * @return [of.length][with.length]
     */
    double[][] products(double last, int[] of, int[] with) {
        double[][] mixed = new double[of.length][with.length];
        for (int row = 0; row < of.length; row++) {
            double[] ofLast = products[0][of[row]];
            double[] ofMiddle = products[1][of[row]];
            for (int other = 0; other < with.length; other++) {
                mixed[row][other] = last * ofLast[with[other]] + (1 - last) * ofMiddle[with[other]];
            }
        }
        return mixed;
    }

    /**
     * Adds to {@code weights} those that {@code times} gives each row.
     *
     * @param last how much the first half counts, in [0, 1]; the second counts the rest
     * @param times [rows]
     * @param weights of an option, for features that are not divided by their spread: [2 × width]
     */
    void addWeights(double last, double[] times, double[] weights) {
        int half = weights.length / 2;
        for (int row = 0; row < rows.length; row++) {
            for (int i = 0; i < weights.length; i++) {
                weights[i] += (i < half ? last : 1 - last) * times[row] * rows[row][i] * unit[i];
            }
        }
    }
}
