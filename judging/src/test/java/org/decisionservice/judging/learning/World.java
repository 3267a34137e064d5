// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.decisionservice.core.learning.Features;

/**
 * A question whose true probabilities are known.
 *
 * @param options of the question
 * @param width of one mean
 * @param spread of the true logits that the checkpoint knows
 * @param wrong standard deviation of what the checkpoint gets wrong at random
 * @param sharp what the checkpoint's logits are multiplied by
 * @param told standard deviation of what the features say of the right option and the checkpoint does not know
 */
record World(int options, int width, double spread, double wrong, double sharp, double told) {
    private static final long SEED = 1;

    /** Rows of the question, always the same one. */
    LabelledVectors rows(SplittableRandom random, int count) {
        SplittableRandom own = new SplittableRandom(SEED);
        double[][] weights = new double[options][width];
        double[] common = new double[width];
        for (int i = 0; i < width; i++) {
            common[i] = 1.5 * own.nextGaussian();
            for (double[] option : weights) {
                option[i] = own.nextGaussian();
            }
        }
        SplittableRandom more = new SplittableRandom(count);
        List<double[]> logits = new ArrayList<>();
        List<float[]> vectors = new ArrayList<>();
        List<Integer> gold = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            float[] features = new float[Features.VECTORS * width];
            double[] hidden = new double[width];
            // A few directions have most of the variance, as in an encoder's outputs.
            for (int i = 0; i < width; i++) {
                hidden[i] = random.nextGaussian() / (1 + i / 8.0);
                features[i] = (float) (common[i] + hidden[i]);
                for (int vector = 1; vector < Features.VECTORS; vector++) {
                    // Two vectors, the last mean and the middle one, draw what they drew when there were no others.
                    SplittableRandom noise = vector == 2 ? random : more;
                    features[vector * width + i] = (float) (common[i] + hidden[i] + noise.nextGaussian() / 4);
                }
            }
            double size = 0;
            for (int i = 0; i < width; i++) {
                size += 1 / (1 + i / 8.0) / (1 + i / 8.0);
            }
            double[] truth = new double[options];
            double[] shown = new double[options];
            for (int option = 0; option < options; option++) {
                double known = spread * random.nextGaussian();
                double told = 0;
                for (int i = 0; i < width; i++) {
                    told += weights[option][i] * hidden[i];
                }
                truth[option] = known + this.told * told / Math.sqrt(size);
                shown[option] = sharp * (known + wrong * random.nextGaussian());
            }
            logits.add(shown);
            vectors.add(features);
            gold.add(drawn(truth, random));
        }
        return new LabelledVectors(logits, vectors, gold);
    }

    private static int drawn(double[] z, SplittableRandom random) {
        double[] sums = new double[z.length];
        double sum = 0;
        for (int option = 0; option < z.length; option++) {
            sum += Math.exp(z[option]);
            sums[option] = sum;
        }
        double at = random.nextDouble() * sum;
        int option = 0;
        while (sums[option] <= at && option < z.length - 1) {
            option++;
        }
        return option;
    }
}
