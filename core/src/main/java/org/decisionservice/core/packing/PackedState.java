// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import org.decisionservice.api.Usage;

/**
 * One state, packed with every question.
 *
 * @param rows in the order of the questions, with the parts of a split question one after the other
 * @param usage how many tokens the rows use, and what did not fit
 * @param questions which rows belong to which question, in the order of the rows
 */
public record PackedState(List<PackedRow> rows, Usage usage, List<QuestionRows> questions) {
    public PackedState {
        rows = List.copyOf(rows);
        questions = List.copyOf(questions);
    }
}
