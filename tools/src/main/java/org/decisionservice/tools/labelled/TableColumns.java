// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The meaning of the columns of a table.
 *
 * @param questions file of the questions, by id; a column that is named by an id holds its labels
 * @param state name of the column of the states, where it is not {@code state}
 * @param label name of the column of the labels, where it is not the id of the only question
 * @param list name of the column that lists which of several yes/no questions are true
 */
public record TableColumns(Path questions, Optional<String> state, Optional<String> label, Optional<String> list) {

    /** Columns with names of their own: {@code state} and the ids of the questions. */
    public static TableColumns of(Path questions) {
        return new TableColumns(questions, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** These columns without labels. */
    TableColumns unlabelled() {
        return new TableColumns(questions, state, Optional.empty(), Optional.empty());
    }
}
