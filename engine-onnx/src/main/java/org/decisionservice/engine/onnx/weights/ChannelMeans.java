// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import java.util.HashMap;
import java.util.Map;

/**
 * The mean of every input channel of every linear layer, over rows of text. What lies around its mean takes fewer bits
 * than what lies around 0, and the product of the mean itself is part of the bias.
 */
public final class ChannelMeans {
    private final Map<String, Sums> layers = new HashMap<>();

    private static final class Sums {
        final double[] channels;
        long tokens;

        Sums(int channels) {
            this.channels = new double[channels];
        }
    }

    /**
     * Adds the means of one pass.
     *
     * @param layer the name of the layer's weight
     * @param means [in]
     * @param tokens how many tokens the pass has
     */
    public void add(String layer, float[] means, int tokens) {
        Sums sums = layers.computeIfAbsent(layer, _ -> new Sums(means.length));
        for (int channel = 0; channel < means.length; channel++) {
            sums.channels[channel] += (double) tokens * means[channel];
        }
        sums.tokens += tokens;
    }

    /** The means of the layer with that weight: [in]. */
    public float[] of(String layer) {
        Sums sums = layers.get(layer);
        if (sums == null) {
            throw new IllegalArgumentException("nothing was read by " + layer);
        }
        float[] means = new float[sums.channels.length];
        for (int channel = 0; channel < means.length; channel++) {
            means[channel] = (float) (sums.channels[channel] / sums.tokens);
        }
        return means;
    }
}
