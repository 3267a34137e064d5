// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.api.Question;

/**
 * The rows that a question has in each state.
 *
 * @param rows numbered within one state; more than one for a choice that does not fit into one row
 */
public record QuestionRows(Asked asked, RowRange rows) {

    /** The client's name for the question. */
    public String id() {
        return asked.id();
    }

    public Question question() {
        return asked.question();
    }
}
