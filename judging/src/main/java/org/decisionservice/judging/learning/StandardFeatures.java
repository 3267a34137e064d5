// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.core.learning.Features;

/**
 * The features of labelled rows, each dimension less its mean and divided by its spread: an encoder's outputs vary most
 * in a few dimensions, which are not the ones that tell most. Each part, a vector or its squares, has rows of length 1
 * in the root mean square.
 */
final class StandardFeatures {
    /** The parts of a row: the vectors, and the squares of the first of them. */
    static final int PARTS = Features.VECTORS + Features.SQUARED;

    /** Added to the variance of each dimension, as a part of their mean: what hardly varies is mostly noise. */
    static final double FLOOR = 0.1;

    /** Rows whose products are computed together. */
    private static final int TOGETHER = 4;

    private final Features features;
    /** Mean of each feature: [6 × width]. */
    private final double[] centre;
    /** The factor of each dimension: [6 × width]. */
    private final double[] unit;
    /** [rows][6 × width] */
    private final double[][] rows;
    /** Of the rows with each other, by part: [6][rows][rows]. */
    private final double[][][] products;

    /** @param vectors of the states: [rows][4 × width] */
    StandardFeatures(List<float[]> vectors) {
        features = features(vectors);
        rows = vectors.stream().map(features::of).toArray(double[][]::new);
        centre = means(rows);
        for (double[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] -= centre[i];
            }
        }
        unit = variances(rows);
        products = new double[PARTS][][];
        int width = unit.length / PARTS;
        for (int part = 0; part < PARTS; part++) {
            standardize(part * width, (part + 1) * width);
            products[part] = products(part * width, (part + 1) * width);
        }
    }

    private static Features features(List<float[]> vectors) {
        double[][] scaled = vectors.stream().map(Features::scaled).toArray(double[][]::new);
        double[] mean = means(scaled);
        float[] spread = new float[mean.length / Features.VECTORS * Features.SQUARED];
        for (double[] row : scaled) {
            for (int i = 0; i < row.length; i++) {
                row[i] -= mean[i];
            }
        }
        double[] variances = variances(scaled);
        for (int i = 0; i < spread.length; i++) {
            spread[i] = (float) Math.sqrt(variances[i]);
        }
        return new Features(floats(mean), spread);
    }

    static double[] means(double[][] rows) {
        double[] means = new double[rows[0].length];
        for (double[] row : rows) {
            for (int i = 0; i < means.length; i++) {
                means[i] += row[i] / rows.length;
            }
        }
        return means;
    }

    /** @param rows with a mean of 0 */
    static double[] variances(double[][] rows) {
        double[] variances = new double[rows[0].length];
        for (double[] row : rows) {
            for (int i = 0; i < variances.length; i++) {
                variances[i] += row[i] * row[i] / rows.length;
            }
        }
        return variances;
    }

    static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
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
        // By column, so that the processor adds to many sums at once instead of waiting for each addition to one.
        double[][] columns = new double[to - from][rows.length];
        for (int row = 0; row < rows.length; row++) {
            for (int i = from; i < to; i++) {
                columns[i - from][row] = rows[row][i];
            }
        }
        double[][] all = new double[rows.length][rows.length];
        IntStream.range(0, rows.length / TOGETHER).parallel().forEach(block -> {
            int first = block * TOGETHER;
            for (int i = from; i < to; i++) {
                add(first, i, columns[i - from], all);
            }
        });
        for (int row = rows.length / TOGETHER * TOGETHER; row < rows.length; row++) {
            for (int i = from; i < to; i++) {
                double own = rows[row][i];
                double[] column = columns[i - from];
                for (int other = 0; other <= row; other++) {
                    all[row][other] += own * column[other];
                }
            }
        }
        for (int row = 0; row < rows.length; row++) {
            for (int other = 0; other < row; other++) {
                all[other][row] = all[row][other];
            }
        }
        return all;
    }

    /** Adds the products of a dimension to the sums of four rows, so that a column is read once for all of them. */
    private void add(int first, int dimension, double[] column, double[][] sums) {
        double own0 = rows[first][dimension];
        double own1 = rows[first + 1][dimension];
        double own2 = rows[first + 2][dimension];
        double own3 = rows[first + 3][dimension];
        double[] sums0 = sums[first];
        double[] sums1 = sums[first + 1];
        double[] sums2 = sums[first + 2];
        double[] sums3 = sums[first + 3];
        for (int other = 0; other < first + TOGETHER; other++) {
            double value = column[other];
            sums0[other] += own0 * value;
            sums1[other] += own1 * value;
            sums2[other] += own2 * value;
            sums3[other] += own3 * value;
        }
    }

    /** The features that are not divided by their spread, as a learned question takes them. */
    Features features() {
        return features;
    }

    /**
     * Products of rows with each other.
     *
     * @param view how much each part counts: [6], of sum 1
     * @return [of.length][with.length]
     */
    double[][] products(double[] view, int[] of, int[] with) {
        double[][] mixed = new double[of.length][with.length];
        for (int part = 0; part < PARTS; part++) {
            for (int row = 0; view[part] > 0 && row < of.length; row++) {
                double[] own = products[part][of[row]];
                for (int other = 0; other < with.length; other++) {
                    mixed[row][other] += view[part] * own[with[other]];
                }
            }
        }
        return mixed;
    }

    /**
     * Adds to {@code weights} those that {@code times} gives each row.
     *
     * @param view how much each part counts: [6], of sum 1
     * @param times [rows]
     * @param weights of an option, for {@link #features}: [6 × width]
     */
    void addWeights(double[] view, double[] times, double[] weights) {
        int width = weights.length / PARTS;
        for (int row = 0; row < rows.length; row++) {
            for (int i = 0; i < weights.length; i++) {
                weights[i] += view[i / width] * times[row] * rows[row][i] * unit[i];
            }
        }
    }

    /** What these weights give the mean of the labelled rows, for which the fit has 0. */
    double ofMean(double[] weights) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * centre[i];
        }
        return sum;
    }
}
