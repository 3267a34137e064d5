// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

/** What a learned question looks at: an engine's means over the state's tokens, each as long as the other. */
public final class Features {
    private Features() {}

    /**
     * The features of a row.
     *
     * @param means after the last layer of the encoder and then after its middle one: [2 × width]; not changed
     * @return new memory, both halves of length 1, or all 0 for a state without a token: [2 × width]
     */
    public static double[] of(float[] means) {
        double[] features = new double[means.length];
        int width = means.length / 2;
        scale(means, features, 0, width);
        scale(means, features, width, means.length);
        return features;
    }

    private static void scale(float[] means, double[] features, int from, int to) {
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (double) means[i] * means[i];
        }
        for (int i = from; squares > 0 && i < to; i++) {
            features[i] = means[i] / Math.sqrt(squares);
        }
    }
}
