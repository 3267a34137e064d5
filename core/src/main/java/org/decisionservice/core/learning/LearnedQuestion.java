// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

/**
 * What labels taught about one question: its logits are {@code scale · logits / T + weights · (features − mean) + bias},
 * whose softmax is the answer. With a scale of 1, and without weights and a bias, that is the checkpoint's own answer.
 * Immutable.
 */
public final class LearnedQuestion {
    private final Features features;
    private final double scale;
    private final float[][] weights;
    private final float[] bias;
    private final float[] mean;

    /**
     * Takes ownership of the arrays; the caller must not keep them.
     *
     * @param scale of the checkpoint's logits
     * @param weights [options][width of the features]
     * @param bias [options]
     * @param mean of the features of the labelled rows: [width of the features]
     */
    public LearnedQuestion(Features features, double scale, float[][] weights, float[] bias, float[] mean) {
        if (weights.length != bias.length) {
            throw new IllegalArgumentException(weights.length + " options have weights, " + bias.length + " a bias");
        }
        for (float[] option : weights) {
            if (option.length != mean.length) {
                throw new IllegalArgumentException(option.length + " weights for " + mean.length + " features");
            }
        }
        this.features = features;
        this.scale = scale;
        this.weights = weights;
        this.bias = bias;
        this.mean = mean;
    }

    public Features features() {
        return features;
    }

    /** What the checkpoint's logits are multiplied by. */
    public double scale() {
        return scale;
    }

    /** A copy: [width of the features]. */
    public float[] weights(int option) {
        return weights[option].clone();
    }

    /** What is added to the logit of an option. */
    public float bias(int option) {
        return bias[option];
    }

    /** A copy of the mean of the features of the labelled rows: [width of the features]. */
    public float[] mean() {
        return mean.clone();
    }

    /** Number of options. */
    public int options() {
        return bias.length;
    }

    /**
     * The logits of a row.
     *
     * @param logits the checkpoint's, divided by its temperature: [options], in the order that was learned
     * @param means of the row: [2 × width], as {@link Features#of} takes them
     * @return new memory: [options]
     * @throws IllegalArgumentException if these are not as many as were learned
     */
    public double[] logits(double[] logits, float[] means) {
        double[] row = features.of(means);
        if (logits.length != bias.length || row.length != mean.length) {
            throw new IllegalArgumentException("learned from " + bias.length + " options and " + mean.length
                    + " features, asked about " + logits.length + " and " + row.length);
        }
        for (int i = 0; i < row.length; i++) {
            row[i] -= mean[i];
        }
        double[] learned = new double[logits.length];
        for (int option = 0; option < learned.length; option++) {
            double sum = scale * logits[option] + bias[option];
            for (int i = 0; i < row.length; i++) {
                sum += weights[option][i] * row[i];
            }
            learned[option] = sum;
        }
        return learned;
    }
}
