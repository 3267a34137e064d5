// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Optional;

/**
 * How sure an answer is. The two confidences are on different scales and must not share a threshold.
 *
 * @param confidence choice and score: 1 − H(p)/log k; noul: the larger of both probabilities; in [0, 1]
 * @param answerConfidence probability mass on the reported answer, max(p); the abstention gate reads this one
 * @param actProbability the act head's probability of acting on the answer, in [0, 1]
 * @param abstention present on exactly the answers of a gated request
 */
public record Certainty(
        double confidence, double answerConfidence, double actProbability, Optional<Abstention> abstention) {}
