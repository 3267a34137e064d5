// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Optional;

/**
 * A question about a state. In the service it is valid by construction, because only the request reader creates
 * questions; those of a client are checked when the service reads them. Instructions and descriptions are plain text;
 * structured ones have already been rendered as JSON text.
 */
public sealed interface Question {

    String instructions();

    /**
     * A permutation of the option indexes: slot {@code s} shows option {@code order[s]}. Empty means criteria order.
     */
    Optional<List<Integer>> optionOrder();

    /** Number of options that the model chooses among, at least 1. */
    int optionCount();

    QuestionType type();

    /** One of several labelled options. */
    record Choice(String instructions, List<Option> options, Optional<List<Integer>> optionOrder) implements Question {
        public Choice {
            options = List.copyOf(options);
            optionOrder = optionOrder.map(List::copyOf);
        }

        @Override
        public int optionCount() {
            return options.size();
        }

        @Override
        public QuestionType type() {
            return QuestionType.CHOICE;
        }
    }

    /**
     * An option of a choice.
     *
     * @param label a JSON scalar other than null; the answer repeats it with its JSON type
     * @param description empty if the client gave none
     */
    record Option(JsonValue label, Optional<String> description) {}

    /** An ordered scale; level 0 comes first. */
    record Score(String instructions, List<String> levels, Optional<List<Integer>> optionOrder) implements Question {
        public Score {
            levels = List.copyOf(levels);
            optionOrder = optionOrder.map(List::copyOf);
        }

        @Override
        public int optionCount() {
            return levels.size();
        }

        @Override
        public QuestionType type() {
            return QuestionType.SCORE;
        }
    }

    /** Whether a statement holds. Option 0 is false, option 1 is true. */
    record Noul(String instructions, Side whenFalse, Side whenTrue, Optional<List<Integer>> optionOrder)
            implements Question {
        public Noul {
            optionOrder = optionOrder.map(List::copyOf);
        }

        @Override
        public int optionCount() {
            return 2;
        }

        @Override
        public QuestionType type() {
            return QuestionType.NOUL;
        }
    }

    /** One side of a noul: its label ({@code "false"}, {@code "true"} or the client's) and what it means, if given. */
    record Side(String label, Optional<String> description) {}
}
