// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

/**
 * The architecture of a checkpoint.
 *
 * @param encoder the encoder and its sizes
 * @param encoderPrefix what the names of the encoder's tensors begin with, before the encoder's own
 * @param head what follows the encoder
 * @param optionLayout how the encoder sees the options of a row
 */
public record ModelConfig(EncoderConfig encoder, String encoderPrefix, HeadConfig head, OptionLayout optionLayout) {

    /** An architecture with a type embedding and an act head. */
    public ModelConfig(EncoderConfig encoder, int headLayers, int actions, OptionLayout optionLayout) {
        this(
                encoder,
                "encoder.",
                new HeadConfig(HeadConfig.Types.QUESTIONS, headLayers, HeadConfig.Scorer.PERCEPTRON, actions),
                optionLayout);
    }

    /** Such an architecture of the sequential layout. */
    public ModelConfig(EncoderConfig encoder, int headLayers, int actions) {
        this(encoder, headLayers, actions, OptionLayout.SEQUENTIAL);
    }

    /** The same with another layout. */
    public ModelConfig with(OptionLayout layout) {
        return new ModelConfig(encoder, encoderPrefix, head, layout);
    }

    /** Attention heads of a decision-head layer. */
    public int headHeads() {
        return Math.max(1, encoder.hidden() / 64);
    }
}
