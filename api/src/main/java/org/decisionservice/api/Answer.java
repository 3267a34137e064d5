// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Optional;

/** The answer to one question, unrounded, options in criteria order. */
public sealed interface Answer {

    Certainty certainty();

    Probabilities probabilities();

    /**
     * One of several options.
     *
     * @param chosen index of the first option with the largest probability
     * @param elimination how the options were narrowed down; empty if one row, or one softmax, had all of them
     */
    record Choice(
            List<JsonValue> labels,
            int chosen,
            Probabilities probabilities,
            Certainty certainty,
            Optional<Elimination> elimination)
            implements Answer {
        public Choice {
            labels = List.copyOf(labels);
        }

        /** A choice without elimination. */
        public Choice(List<JsonValue> labels, int chosen, Probabilities probabilities, Certainty certainty) {
            this(labels, chosen, probabilities, certainty, Optional.empty());
        }
    }

    /** {@code score} is the expected level index, between 0 and levels − 1, not necessarily an integer. */
    record Score(double score, List<String> legend, Probabilities probabilities, Certainty certainty)
            implements Answer {
        public Score {
            legend = List.copyOf(legend);
        }
    }

    /** {@code probabilities} holds false at 0 and true at 1. */
    record Noul(Probabilities probabilities, Certainty certainty) implements Answer {
        /** Probability that the statement holds. */
        public double yes() {
            return probabilities.get(1);
        }
    }
}
