// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.api.Window;

/**
 * The rows that a question has in a state.
 *
 * @param rows numbered within one state; more than one for a choice that does not fit into one row, and for a state
 *     that is read in windows
 * @param windows where each row reads in the state, if it is read in windows: first all windows, then the sentences
 *     that are read on their own; otherwise empty
 */
public record QuestionRows(Asked asked, RowRange rows, List<Window> windows) {
    public QuestionRows {
        windows = List.copyOf(windows);
    }

    /** The rows of a question about a state that is read at once. */
    public QuestionRows(Asked asked, RowRange rows) {
        this(asked, rows, List.of());
    }

    /** The client's name for the question. */
    public String id() {
        return asked.id();
    }

    public Question question() {
        return asked.question();
    }
}
