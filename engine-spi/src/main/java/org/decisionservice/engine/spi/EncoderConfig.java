// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;

/** The encoder families of the published checkpoints. Sizes are in elements; thetas and epsilons are plain numbers. */
public sealed interface EncoderConfig {
    int hidden();

    int layers();

    int heads();

    int intermediate();

    int vocabulary();

    double normEpsilon();

    /** Number of layers after which the middle of the encoder is read. */
    default int middle() {
        return layers() / 2;
    }

    default int headSize() {
        return hidden() / heads();
    }

    /**
     * Rotary positions, pre-norm, gated feed-forward, full and sliding attention.
     *
     * @param localAttention [layers]: true for layers in which a query sees only keys at most {@code window} positions
     *     away
     * @param window largest |i − j| a sliding layer attends over
     * @param biases which linear layers and norms carry a bias
     */
    record ModernBert(
            int hidden,
            int layers,
            int heads,
            int intermediate,
            int vocabulary,
            double normEpsilon,
            List<Boolean> localAttention,
            int window,
            double fullTheta,
            double slidingTheta,
            Biases biases)
            implements EncoderConfig {
        public ModernBert {
            localAttention = List.copyOf(localAttention);
        }
    }

    record Biases(boolean attention, boolean mlp, boolean norm) {}

    /**
     * Learnt positions, post-norm, biases everywhere.
     *
     * @param maxPositions length of the longest row that it has positions for
     */
    record Bert(
            int hidden,
            int layers,
            int heads,
            int intermediate,
            int vocabulary,
            double normEpsilon,
            int maxPositions,
            int tokenTypes)
            implements EncoderConfig {}
}
