// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

/** What of an engine's means over the state's tokens a learned question looks at. */
public enum Features {
    /** The mean after the last layer of the encoder. */
    LAST,
    /** The mean after its middle layer. */
    MIDDLE,
    /** Both, each as long as the other. */
    BOTH;

    /**
     * The features of a row.
     *
     * @param means after the last layer and then after the middle one: [2 × width]; not changed
     * @return of length 1, or all 0 for a state without a token: [width], or [2 × width] for {@code BOTH}
     */
    public double[] of(float[] means) {
        int width = means.length / 2;
        return switch (this) {
            case LAST -> scaled(means, 0, width);
            case MIDDLE -> scaled(means, width, width);
            case BOTH -> {
                double[] both = new double[means.length];
                System.arraycopy(scaled(means, 0, width), 0, both, 0, width);
                System.arraycopy(scaled(means, width, width), 0, both, width, width);
                for (int i = 0; i < both.length; i++) {
                    both[i] *= Math.sqrt(0.5);
                }
                yield both;
            }
        };
    }

    private static double[] scaled(float[] means, int from, int count) {
        double squares = 0;
        for (int i = from; i < from + count; i++) {
            squares += (double) means[i] * means[i];
        }
        double[] features = new double[count];
        for (int i = 0; squares > 0 && i < count; i++) {
            features[i] = means[from + i] / Math.sqrt(squares);
        }
        return features;
    }
}
