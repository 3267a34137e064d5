// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.decisionservice.core.text.Quote;

/**
 * A table: the names in its first row, and the rows below.
 *
 * @param columns the names, without blanks around them; a column may have none
 * @param rows each as wide as the table
 */
record Table(List<String> columns, List<Row> rows) {
    Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * A row.
     *
     * @param line where it begins
     */
    record Row(int line, List<String> cells) {
        Row {
            cells = List.copyOf(cells);
        }

        boolean isBlank() {
            return cells.stream().allMatch(Plain::isBlank);
        }
    }

    /**
     * Reads the text of a table. Rows without any text are passed over.
     *
     * @throws LabelsException naming the line that is broken, or a row that is not as wide as the first
     */
    static Table of(TextFile file) {
        List<Row> rows =
                TableReader.read(file).stream().filter(row -> !row.isBlank()).toList();
        if (rows.isEmpty()) {
            throw LabelsException.of(file.path(), "it is empty");
        }
        Table head = headedBy(rows.getFirst());
        return new Table(
                head.columns(),
                rows.stream().skip(1).map(row -> head.fitted(file.path(), row)).toList());
    }

    /** A table without rows. */
    static Table headedBy(Row first) {
        return new Table(first.cells().stream().map(Plain::name).toList(), List.of());
    }

    /**
     * A row of it, with no more cells than it has columns.
     *
     * @throws LabelsException if it has other text, or too few cells
     */
    Row fitted(Path file, Row row) {
        // Spreadsheet programs leave out the last cells of a row where the columns have no names.
        int least = columns.size();
        while (least > 0 && columns.get(least - 1).isEmpty()) {
            least--;
        }
        int most = columns.size();
        List<String> cells = row.cells();
        boolean wider = cells.stream().skip(most).anyMatch(cell -> !Plain.isBlank(cell));
        if (wider || cells.size() < least) {
            throw LabelsException.at(
                    file,
                    row.line(),
                    String.format(
                            Locale.ROOT,
                            "cells here: %d, columns in the first row: %d; put double quotes around a cell that holds a separator or a line break",
                            cells.size(),
                            most));
        }
        return cells.size() <= most ? row : new Row(row.line(), cells.subList(0, most));
    }

    /** The names that there are, for a message. */
    String names() {
        return Quote.list(columns.stream().filter(name -> !name.isEmpty()).toList());
    }
}
