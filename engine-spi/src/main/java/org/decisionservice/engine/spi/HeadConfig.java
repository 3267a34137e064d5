// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

/**
 * The parts of a decision head, which makes one logit of the hidden state at each option's marker.
 *
 * @param types the embedding that is added to what the encoder gives
 * @param layers pre-norm transformer layers over the whole row, 0 or more; each has {@link ModelConfig#headHeads()}
 *     heads and a feed-forward of four times the hidden size
 * @param scorer what makes the logits
 * @param actions entries of the act head's softmax; 0 if there is no act head, and then every act probability is 1, as
 *     that of a softmax over one
 */
public record HeadConfig(Types types, int layers, Scorer scorer, int actions) {
    /** An embedding that is added to each token by its {@link Row#type}. */
    public enum Types {
        /** None is added. */
        NONE,

        /** That of the row's one question: {@code type_emb}, [3, hidden]. */
        QUESTIONS,

        /** That of a question among several, or of no question: {@code segment_embedding}, [4, hidden]. */
        SEGMENTS
    }

    /** The tensors that make a logit of a hidden state. */
    public enum Scorer {
        /** A norm and two linear layers with a GELU between them: {@code scorer.0}, {@code .1} and {@code .3}. */
        PERCEPTRON,

        /** One linear layer: {@code head}. */
        LINEAR
    }
}
