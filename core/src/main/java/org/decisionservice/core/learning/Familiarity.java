// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import org.decisionservice.engine.spi.Logits;

/**
 * How far states may be from the middle of those that were labelled before they are unlike all of them: the sum over
 * the dimensions of the squared distances, each divided by the variance of the labelled states. Immutable.
 */
public final class Familiarity {
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
     * @param vectors of the state, as {@link Logits#stateVectors} returns them: [4 × width]
     */
    public boolean unlike(float[] vectors) {
        return distance(Features.scaled(vectors)) > limit;
    }
}
