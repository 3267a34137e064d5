// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

/** Features of the option distribution that the act head reads in addition to the CLS vector. */
final class ActFeatures {
    /** Features per row. */
    static final int COUNT = 4;

    /** Keeps log(p) finite if p is 0. */
    private static final double SMALLEST_PROBABILITY = 1e-9;

    /** A single option counts as two, of which the second has probability 0. */
    private static final int FEWEST_OPTIONS = 2;

    private static final double OPTION_SCALE = 255;

    private ActFeatures() {}

    /**
     * Computes the features from the softmax of raw logits [options]: its largest entry, the distance to the next
     * largest, the normalized entropy, and the scaled number of options.
     */
    static float[] of(float[] logits) {
        double largest = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - largest);
        }
        double first = 0;
        double second = 0;
        double entropy = 0;
        for (float logit : logits) {
            double p = Math.exp(logit - largest) / sum;
            entropy -= p * Math.log(Math.max(p, SMALLEST_PROBABILITY));
            second = Math.max(second, Math.min(p, first));
            first = Math.max(first, p);
        }
        int options = Math.max(FEWEST_OPTIONS, logits.length);
        return new float[] {
            (float) first,
            (float) (first - second),
            (float) (entropy / Math.log(options)),
            (float) (options / OPTION_SCALE)
        };
    }
}
