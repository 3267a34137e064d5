// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.core.text.RootCause;
import org.jspecify.annotations.Nullable;

/**
 * A table of any length, each of whose rows asks all questions. It is read once from its beginning to its end before
 * anything is asked, and then row by row, so that memory holds one row.
 *
 * @param text its file and encoding
 * @param head its columns
 * @param end of its first line
 * @param comma whether its numbers have a decimal comma
 * @param rows those with any text below the first
 */
public record TableFile(TableText text, Table head, Spreadsheet sheet, String end, boolean comma, long rows) {
    /**
     * Reads a table.
     *
     * @throws LabelsException naming the line that is broken, or the column that is missing
     */
    public static TableFile of(Path path, TableColumns columns) {
        FileKind.requireText(path);
        SequencedMap<String, JsonValue> questions = QuestionsFile.read(columns.questions());
        try {
            TableText text = TableText.of(path);
            try {
                return of(text, columns, questions);
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof CharacterCodingException)) {
                    throw e;
                }
                if (text.isAnsi()) {
                    return of(text.asAnsi(), columns, questions);
                }
                throw TextFile.undecodable(path, text.charset());
            }
        } catch (IOException | UncheckedIOException e) {
            throw LabelsException.of(path, "cannot be read: " + RootCause.of(e));
        }
    }

    private static TableFile of(TableText text, TableColumns columns, SequencedMap<String, JsonValue> questions) {
        try (TableReader reader = text.reader()) {
            TableReader.Written first = next(reader);
            if (first == null) {
                throw LabelsException.of(text.path(), "it is empty");
            }
            Spreadsheet.requireTable(text.path(), first.text());
            Table head = Table.headedBy(first.row());
            Spreadsheet sheet = Spreadsheet.unlabelled(text.path(), head, columns, questions);
            DecimalMark mark = new DecimalMark();
            long rows = 0;
            for (TableReader.Written row = next(reader); row != null; row = next(reader)) {
                mark.see(head.fitted(text.path(), row.row()).cells());
                rows++;
            }
            if (rows == 0) {
                throw LabelsException.of(text.path(), "it has no rows; there is nothing to ask");
            }
            return new TableFile(text, head, sheet, first.end(), mark.isComma(reader.separator()), rows);
        }
    }

    /** The next row with any text. */
    private static TableReader.@Nullable Written next(TableReader reader) {
        while (reader.hasNext()) {
            TableReader.Written written = reader.next();
            if (!written.row().isBlank()) {
                return written;
            }
        }
        return null;
    }

    /** The questions, by id. */
    public SequencedMap<String, JsonValue> questions() {
        return sheet.questions();
    }

    /** A number as the table writes its own. */
    public String number(String decimal) {
        return comma ? decimal.replace('.', ',') : decimal;
    }

    /** Begins to read its rows. */
    public Asked open() {
        return new Asked(text.reader());
    }

    /** The questions of the rows, in their order. */
    public final class Asked implements Iterator<LabelledRow>, AutoCloseable {
        private final TableReader reader;
        private TableReader.@Nullable Written next;

        private Asked(TableReader reader) {
            this.reader = reader;
            TableFile.next(reader);
            next = TableFile.next(reader);
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public LabelledRow next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            Table.Row row = head.fitted(text.path(), next.row());
            next = TableFile.next(reader);
            return sheet.asked(row);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
