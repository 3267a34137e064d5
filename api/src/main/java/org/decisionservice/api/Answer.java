// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Optional;

/** The answer to one question, unrounded, options in criteria order. */
public sealed interface Answer {

    Certainty certainty();

    Probabilities probabilities();

    /** The window that decided; present if and only if the state was read in several windows. */
    Optional<Window> window();

    /** This answer, decided by {@code window}. */
    Answer in(Window window);

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
            Optional<Elimination> elimination,
            Optional<Window> window)
            implements Answer {
        public Choice {
            labels = List.copyOf(labels);
        }

        /** A choice without elimination. */
        public Choice(List<JsonValue> labels, int chosen, Probabilities probabilities, Certainty certainty) {
            this(labels, chosen, probabilities, certainty, Optional.empty(), Optional.empty());
        }

        @Override
        public Choice in(Window window) {
            return new Choice(labels, chosen, probabilities, certainty, elimination, Optional.of(window));
        }
    }

    /** {@code score} is the expected level index, between 0 and levels − 1, not necessarily an integer. */
    record Score(
            double score,
            List<String> legend,
            Probabilities probabilities,
            Certainty certainty,
            Optional<Window> window)
            implements Answer {
        public Score {
            legend = List.copyOf(legend);
        }

        /** An answer about a state that was read at once. */
        public Score(double score, List<String> legend, Probabilities probabilities, Certainty certainty) {
            this(score, legend, probabilities, certainty, Optional.empty());
        }

        @Override
        public Score in(Window window) {
            return new Score(score, legend, probabilities, certainty, Optional.of(window));
        }
    }

    /** {@code probabilities} holds false at 0 and true at 1. */
    record Noul(Probabilities probabilities, Certainty certainty, Optional<Window> window) implements Answer {
        /** An answer about a state that was read at once. */
        public Noul(Probabilities probabilities, Certainty certainty) {
            this(probabilities, certainty, Optional.empty());
        }

        @Override
        public Noul in(Window window) {
            return new Noul(probabilities, certainty, Optional.of(window));
        }

        /** Probability that the statement holds. */
        public double yes() {
            return probabilities.get(1);
        }
    }
}
