// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.api.Window;

/**
 * The rows that a question has in a state.
 *
 * @param id the client's name for the question
 * @param rows numbered within one state; more than one for a choice that does not fit into one row, and for a state
 *     that is read in windows
 * @param windows where each row reads in the state, if it is read in windows; otherwise empty
 */
public record QuestionRows(String id, Question question, RowRange rows, List<Window> windows) {
    public QuestionRows {
        windows = List.copyOf(windows);
    }

    /** The rows of a question about a state that is read at once. */
    public QuestionRows(String id, Question question, RowRange rows) {
        this(id, question, rows, List.of());
    }
}
