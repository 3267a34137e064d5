// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.text.RootCause;
import org.jspecify.annotations.Nullable;

/**
 * A file of rows that may have no labels.
 *
 * @param table the file, if it is a table; like lines of JSON it is read anew each time, row by row, so that a file of
 *     any length, such as a decision log, takes the memory of a row
 */
public record PoolFile(Path path, Optional<TableFile> table) {
    private static final int MARK_BYTES = 2;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /**
     * Looks at a file.
     *
     * @param columns of a table
     * @throws LabelsException if it holds no rows
     */
    public static PoolFile of(Path path, Optional<TableColumns> columns) {
        FileKind.requireText(path);
        LabelledFile.requireQuestions(path, columns);
        return new PoolFile(path, columns.map(all -> TableFile.of(path, all)));
    }

    /** Why the service would refuse a row. */
    public LabelsException refused(LabelledRow row, RefusedException e) {
        return LabelledFile.refused(path, row, e);
    }

    /**
     * Begins to read the rows; each throws a {@link LabelsException} that names its line if it cannot be read or asked.
     */
    public Rows open() {
        return table.map(file -> new Rows(path, file.open())).orElseGet(() -> new Rows(path));
    }

    /** The rows of a file in their order. */
    public static final class Rows implements Iterator<LabelledRow>, AutoCloseable {
        private final Path path;
        private final Charset charset;
        private final @Nullable BufferedReader in;
        private final TableFile.@Nullable Asked table;
        private int line;
        private boolean begun;
        private @Nullable LabelledRow next;

        private Rows(Path path, TableFile.Asked table) {
            this.path = path;
            this.charset = Charset.defaultCharset();
            this.in = null;
            this.table = table;
        }

        private Rows(Path path) {
            this.path = path;
            this.table = null;
            try {
                try (InputStream head = Files.newInputStream(path)) {
                    this.charset = TextFile.charset(head.readNBytes(MARK_BYTES));
                }
                this.in = new BufferedReader(new InputStreamReader(
                        Files.newInputStream(path),
                        charset.newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)));
            } catch (IOException e) {
                throw LabelsException.of(path, "cannot be read: " + RootCause.of(e));
            }
        }

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = in == null ? fromTable() : fromLines(in);
            }
            return next != null;
        }

        @Override
        public LabelledRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            LabelledRow row = Objects.requireNonNull(next);
            next = null;
            LabelledFile.requireState(path, row);
            return row;
        }

        private @Nullable LabelledRow fromTable() {
            return table != null && table.hasNext() ? table.next() : null;
        }

        private @Nullable LabelledRow fromLines(BufferedReader lines) {
            try {
                for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                    line++;
                    String plain =
                            line == 1 && text.startsWith(String.valueOf(BYTE_ORDER_MARK)) ? text.substring(1) : text;
                    if (!JsonLines.isPassedOver(plain)) {
                        LabelledRow row = JsonLines.row(path, line, plain, !begun);
                        begun = true;
                        return row;
                    }
                }
                return null;
            } catch (CharacterCodingException _) {
                throw TextFile.undecodable(path, charset);
            } catch (IOException e) {
                throw LabelsException.of(path, "cannot be read: " + RootCause.of(e));
            }
        }

        @Override
        public void close() {
            try {
                if (table != null) {
                    table.close();
                }
                if (in != null) {
                    in.close();
                }
            } catch (IOException e) {
                throw LabelsException.of(path, "cannot be read: " + RootCause.of(e));
            }
        }
    }
}
