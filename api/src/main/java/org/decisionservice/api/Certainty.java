// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Optional;

/**
 * The confidences of an answer. They are on different scales and must not share a threshold.
 *
 * @param confidence choice and score: 1 − H(p)/log k; noul: the larger of both probabilities; in [0, 1]
 * @param answerConfidence probability mass on the reported answer, max(p); the value that the abstention threshold
 *     applies to
 * @param actProbability the act head's probability of acting on the answer, in [0, 1]
 * @param abstention present if and only if the request set {@code min_confidence}
 * @param teaching what labels had to do with it
 * @param coverage the options that cannot be excluded, if somebody asked and held-out rows of the question tell
 */
public record Certainty(
        double confidence,
        double answerConfidence,
        double actProbability,
        Optional<Abstention> abstention,
        Teaching teaching,
        Optional<OptionSet> coverage) {

    /** Of an answer that excludes nothing. */
    public Certainty(
            double confidence, double answerConfidence, double actProbability, Optional<Abstention> abstention) {
        this(confidence, answerConfidence, actProbability, abstention, Teaching.NONE, Optional.empty());
    }

    /** The same with another set of options that cannot be excluded. */
    public Certainty with(Optional<OptionSet> set) {
        return new Certainty(confidence, answerConfidence, actProbability, abstention, teaching, set);
    }

    /** The same of an answer that labels had to do with. */
    public Certainty by(Teaching labels) {
        return new Certainty(confidence, answerConfidence, actProbability, abstention, labels, coverage);
    }
}
