// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

/**
 * How far states may be from the middle of those that were labelled before they are unlike all of them: the sum over
 * the dimensions of the squared distances, each divided by the variance of the labelled states. Immutable.
 */
public final class Familiarity {
    /** The share of states like the labelled ones that may be called unlike them. */
    public static final double FALSE_ALARMS = 0.05;

    /** Added to the variance of each dimension, as a part of their mean: few states show some dimensions as too narrow. */
    private static final double FLOOR = 0.1;

    private final float[] mean;
    private final float[] variances;
    private final double limit;

    /**
     * Takes ownership of the arrays; the caller must not keep them.
     *
     * @param mean of the {@linkplain Features#scaled scaled} vectors of the labelled states: [4 × width]
     * @param variances of the same, above 0: [4 × width]
     * @param limit distance from which a state is unlike the labelled ones
     */
    public Familiarity(float[] mean, float[] variances, double limit) {
        if (mean.length != variances.length) {
            throw new IllegalArgumentException(mean.length + " means and " + variances.length + " variances");
        }
        for (float variance : variances) {
            if (!(variance > 0)) {
                throw new IllegalArgumentException("a variance of " + variance);
            }
        }
        this.mean = mean;
        this.variances = variances;
        this.limit = limit;
    }

    /**
     * Measures states, with no limit yet.
     *
     * @param scaled vectors of the states: [states][4 × width]; not changed
     * @throws IllegalArgumentException if the states do not differ at all
     */
    public static Familiarity of(double[][] scaled) {
        int width = scaled[0].length;
        double[] mean = new double[width];
        double[] variances = new double[width];
        for (double[] state : scaled) {
            for (int i = 0; i < width; i++) {
                mean[i] += state[i] / scaled.length;
            }
        }
        double floor = 0;
        for (double[] state : scaled) {
            for (int i = 0; i < width; i++) {
                double square = (state[i] - mean[i]) * (state[i] - mean[i]) / scaled.length;
                variances[i] += square;
                floor += FLOOR * square / width;
            }
        }
        float[] means = new float[width];
        float[] floored = new float[width];
        for (int i = 0; i < width; i++) {
            means[i] = (float) mean[i];
            floored[i] = (float) (variances[i] + floor);
        }
        return new Familiarity(means, floored, Double.POSITIVE_INFINITY);
    }

    /** The same with another limit. */
    public Familiarity within(double other) {
        return new Familiarity(mean, variances, other);
    }

    /** A copy of the means: [4 × width]. */
    public float[] mean() {
        return mean.clone();
    }

    /** A copy of the variances: [4 × width]. */
    public float[] variances() {
        return variances.clone();
    }

    /** Distance from which a state is unlike the labelled ones. */
    public double limit() {
        return limit;
    }

    /**
     * The distance of a state from the middle of the labelled ones.
     *
     * @param scaled vectors of the state: [4 × width]; not changed
     * @throws IllegalArgumentException if these are not as many as were measured
     */
    public double distance(double[] scaled) {
        if (scaled.length != mean.length) {
            throw new IllegalArgumentException(
                    "measured on vectors of " + mean.length + " numbers, asked about " + scaled.length);
        }
        double distance = 0;
        for (int i = 0; i < scaled.length; i++) {
            distance += (scaled[i] - mean[i]) * (scaled[i] - mean[i]) / variances[i];
        }
        return distance;
    }

    /**
     * Whether a state is unlike all that were labelled.
     *
     * @param vectors of the state, as {@link org.decisionservice.engine.spi.Logits#stateVectors} returns them: [4 × width]
     */
    public boolean unlike(float[] vectors) {
        return distance(Features.scaled(vectors)) > limit;
    }
}
