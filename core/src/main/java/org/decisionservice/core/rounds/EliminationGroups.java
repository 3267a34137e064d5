// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.api.Elimination.Scope;

/** Forms the groups of an elimination, and says which options go on. Options are named by their index in the choice. */
interface EliminationGroups {

    /**
     * Splits options into groups, which keep their order. A single group is the last row.
     *
     * @param options at least one
     */
    List<List<Integer>> groups(List<Integer> options);

    /** The options that go on from the groups of a round, fewer than were in it, in the order of the slots. */
    List<Integer> survivors(List<GroupLogits> round);

    /** The meaning of the answer's probabilities. */
    Scope scope();
}
