// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;

/**
 * The rounds that narrowed down the options of a choice before the row that decided.
 *
 * @param rounds rounds before that row, at least 1
 * @param groups rows that showed groups of options, over all of these rounds
 * @param finalists indexes of the options in the row that decided, in slot order
 * @param scope what the probabilities of the answer are
 * @param orderDropped whether the client's {@code option_order} was given up
 */
public record Elimination(int rounds, int groups, List<Integer> finalists, Scope scope, boolean orderDropped) {
    public Elimination {
        finalists = List.copyOf(finalists);
    }

    /** The meaning of an answer's probabilities. */
    public enum Scope {
        /** The finalists share all probability; every other option has 0. */
        FINALISTS,
        /** A distribution over all options that keeps the odds of every row. */
        ALL
    }
}
