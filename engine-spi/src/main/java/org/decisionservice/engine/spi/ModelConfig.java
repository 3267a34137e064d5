// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

/**
 * The architecture of a checkpoint.
 *
 * @param encoder the encoder and its sizes
 * @param headLayers pre-norm transformer layers of the decision head, 0 or more; each has {@link #headHeads()} heads
 *     and a feed-forward of four times the hidden size
 * @param actions entries of the act head's softmax, at least 1
 * @param optionLayout how the encoder sees the options of a row
 */
public record ModelConfig(EncoderConfig encoder, int headLayers, int actions, OptionLayout optionLayout) {

    /** An architecture of the sequential layout. */
    public ModelConfig(EncoderConfig encoder, int headLayers, int actions) {
        this(encoder, headLayers, actions, OptionLayout.SEQUENTIAL);
    }

    /** The same with another layout. */
    public ModelConfig with(OptionLayout layout) {
        return new ModelConfig(encoder, headLayers, actions, layout);
    }

    /** Attention heads of a decision-head layer. */
    public int headHeads() {
        return Math.max(1, encoder.hidden() / 64);
    }
}
