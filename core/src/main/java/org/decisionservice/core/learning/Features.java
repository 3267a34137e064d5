// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.Arrays;
import org.decisionservice.engine.spi.Logits;

/**
 * The features of a learned question: an engine's vectors of the state, each scaled to length 1, less the mean of the
 * labelled rows, and the squares of those after the last layer, in units of their variance. Squares tell what is
 * unusual in either direction, which no sum of the numbers themselves does. Immutable.
 */
public final class Features {
    /** The number of vectors of a state. */
    public static final int VECTORS = Logits.STATE_VECTORS;

    /** The number of those that are squared, too. */
    public static final int SQUARED = 2;

    /** A row may be far from all that were labelled, and is not to be answered by that alone. */
    private static final double LARGEST_SQUARE = 16;

    private final float[] mean;
    private final float[] spread;

    /**
     * Takes ownership of the arrays; the caller must not keep them.
     *
     * @param mean of the scaled vectors of the labelled rows: [4 × width]
     * @param spread standard deviation of the numbers that are squared: [2 × width]
     */
    public Features(float[] mean, float[] spread) {
        if (mean.length * SQUARED != spread.length * VECTORS) {
            throw new IllegalArgumentException(mean.length + " means and " + spread.length + " spreads");
        }
        this.mean = mean;
        this.spread = spread;
    }

    /** A copy of the means: [4 × width]. */
    public float[] mean() {
        return mean.clone();
    }

    /** A copy of the spreads: [2 × width]. */
    public float[] spread() {
        return spread.clone();
    }

    /** Number of features of a row: 6 × width. */
    public int count() {
        return mean.length + spread.length;
    }

    /**
     * The features of a row.
     *
     * @param vectors as {@link Logits#stateVectors} returns them: [4 × width]; not changed
     * @return new memory: [6 × width]
     * @throws IllegalArgumentException if these are not as many as were learned
     */
    public double[] of(float[] vectors) {
        if (vectors.length != mean.length) {
            throw new IllegalArgumentException(
                    "learned from vectors of " + mean.length + " numbers, asked about " + vectors.length);
        }
        double[] features = Arrays.copyOf(scaled(vectors), count());
        for (int i = 0; i < mean.length; i++) {
            features[i] -= mean[i];
        }
        for (int i = 0; i < spread.length; i++) {
            double distance = spread[i] == 0 ? 0 : features[i] / spread[i];
            features[mean.length + i] = Math.min(distance * distance, LARGEST_SQUARE);
        }
        return features;
    }

    /**
     * The vectors of a row, each of length 1, or all 0 for a state without a token.
     *
     * @param vectors [4 × width]; not changed
     * @return new memory: [4 × width]
     */
    public static double[] scaled(float[] vectors) {
        double[] scaled = new double[vectors.length];
        int width = vectors.length / VECTORS;
        for (int vector = 0; vector < VECTORS; vector++) {
            scale(vectors, scaled, vector * width, (vector + 1) * width);
        }
        return scaled;
    }

    private static void scale(float[] vectors, double[] scaled, int from, int to) {
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (double) vectors[i] * vectors[i];
        }
        for (int i = from; squares > 0 && i < to; i++) {
            scaled[i] = vectors[i] / Math.sqrt(squares);
        }
    }
}
