// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

/**
 * What labels taught about one question: its logits are {@code scale · logits / T + weights · features + bias}, whose
 * softmax is the answer. With a scale of 1, and without weights and a bias, that is the checkpoint's own answer. An
 * option that no label named keeps the probability that the checkpoint gives it; the others share the rest. Immutable.
 */
public final class LearnedQuestion {
    private final double scale;
    private final float[][] weights;
    private final float[] bias;
    private final Features features;
    private final int[] labels;

    /**
     * Takes ownership of the arrays; the caller must not keep them.
     *
     * @param scale of the checkpoint's logits
     * @param weights [options][6 × width]
     * @param bias [options]
     * @param features what of a row the weights are for
     * @param labels how many rows were labelled with each option, rows of this question or of the others that taught
     *     it: [options]
     */
    public LearnedQuestion(double scale, float[][] weights, float[] bias, Features features, int[] labels) {
        if (weights.length != bias.length || labels.length != bias.length) {
            throw new IllegalArgumentException(weights.length + " options have weights, " + bias.length + " a bias and "
                    + labels.length + " a number of labels");
        }
        for (float[] option : weights) {
            if (option.length != features.count()) {
                throw new IllegalArgumentException(option.length + " weights for " + features.count() + " features");
            }
        }
        this.scale = scale;
        this.weights = weights;
        this.bias = bias;
        this.features = features;
        this.labels = labels;
    }

    /** The factor of the checkpoint's logits. */
    public double scale() {
        return scale;
    }

    /** A copy: [6 × width]. */
    public float[] weights(int option) {
        return weights[option].clone();
    }

    /** The addend of an option's logit. */
    public float bias(int option) {
        return bias[option];
    }

    /** The features that the weights apply to. */
    public Features features() {
        return features;
    }

    /** The number of rows that taught it and were labelled with an option. */
    public int labels(int option) {
        return labels[option];
    }

    /** Number of options. */
    public int options() {
        return bias.length;
    }

    /**
     * The logits of a row.
     *
     * @param logits the checkpoint's, divided by its temperature: [options], in the order that was learned
     * @param vectors of the row: [4 × width], as {@link Features#of} takes them
     * @return new memory: [options]
     * @throws IllegalArgumentException if these are not as many as were learned
     */
    public double[] logits(double[] logits, float[] vectors) {
        if (logits.length != bias.length) {
            throw new IllegalArgumentException(
                    "learned from " + bias.length + " options, asked about " + logits.length);
        }
        double[] row = features.of(vectors);
        double[] learned = new double[logits.length];
        for (int option = 0; option < learned.length; option++) {
            double sum = scale * logits[option] + bias[option];
            for (int i = 0; i < row.length; i++) {
                sum += weights[option][i] * row[i];
            }
            learned[option] = sum;
        }
        return keepUnlabelled(labels, logits, learned);
    }

    /**
     * Gives options that no label named the probability that the checkpoint gives them.
     *
     * @param labels of each option: [options]
     * @param logits the checkpoint's: [options]
     * @param learned [options]; those of options without a label are not read, and are written
     * @return {@code learned}
     */
    public static double[] keepUnlabelled(int[] labels, double[] logits, double[] learned) {
        double before = logOfSum(labels, logits);
        double after = logOfSum(labels, learned);
        for (int option = 0; option < learned.length; option++) {
            if (labels[option] == 0) {
                learned[option] = logits[option] - before + after;
            }
        }
        return learned;
    }

    /** Logarithm of the sum of the exponentials of the options with labels. */
    private static double logOfSum(int[] labels, double[] logits) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int option = 0; option < labels.length; option++) {
            largest = labels[option] > 0 ? Math.max(largest, logits[option]) : largest;
        }
        double sum = 0;
        for (int option = 0; option < labels.length; option++) {
            sum += labels[option] > 0 ? Math.exp(logits[option] - largest) : 0;
        }
        return largest + Math.log(sum);
    }
}
