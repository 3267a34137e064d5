// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes a table again, to the last cell as it was, with columns after its own. What is added is never a formula to a
 * spreadsheet program. The page's {@code csv.js} has the same rules for it.
 */
public final class TableCopy {
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+([.,]\\d+)?");
    /** Also those that spreadsheet programs for East Asia take for them. */
    private static final String FORMULA = "=+-@\uFF0B\uFF0D\uFF1D\uFF20";

    private static final String BREAKS = "\t\r\n";
    /** Characters for which a cell stands in quotes; in the first line also those that tell separators. */
    private static final String SPECIAL = "\"\r\n";

    private static final String SPECIAL_IN_FIRST = SPECIAL + ",;|\t";

    private final TableFile table;
    private final List<String> names;

    /** @param names of the columns to add */
    public TableCopy(TableFile table, List<String> names) {
        this.table = table;
        this.names = List.copyOf(names);
    }

    /** The cells of the added columns, row by row; opened anew for each try to write. */
    public interface Cells {
        /** Begins to read them. */
        Rows open() throws IOException;
    }

    /** As many rows as the table has. */
    public interface Rows extends Iterator<List<String>>, AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /**
     * Writes it in the encoding of the table; a table in ANSI that gets characters of which ANSI is not certain becomes
     * UTF-8, with the mark without which spreadsheet programs take it for ANSI.
     */
    public void write(Path out, Cells cells) throws IOException {
        Charset charset = table.text().charset();
        boolean ansi = charset.equals(Ansi.CHARSET);
        if (!write(out, cells, charset, table.text().marked(), ansi)) {
            write(out, cells, StandardCharsets.UTF_8, true, false);
        }
    }

    /** Writes it, or returns false as soon as ANSI does not hold what is added. */
    private boolean write(Path out, Cells cells, Charset charset, boolean marked, boolean ansi) throws IOException {
        try (TableReader reader = table.text().reader();
                Rows added = cells.open();
                Writer to = new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(out), charset))) {
            to.append(marked ? "\uFEFF" : "").append(reader.begin());
            boolean headed = false;
            while (reader.hasNext()) {
                TableReader.Written row = reader.next();
                if (row.row().isBlank()) {
                    to.append(row.text()).append(row.end());
                    continue;
                }
                List<String> more = headed ? added.next() : names;
                if (ansi && !more.stream().allMatch(Ansi::holds)) {
                    return false;
                }
                append(to, row, more, reader.separator(), headed ? SPECIAL + reader.separator() : SPECIAL_IN_FIRST);
                headed = true;
            }
        }
        return true;
    }

    private void append(Writer to, TableReader.Written row, List<String> more, char separator, String special)
            throws IOException {
        int most = table.head().columns().size();
        List<String> cells = row.row().cells();
        to.append(
                cells.size() <= most
                        ? row.text()
                        : cells.subList(0, most).stream()
                                .map(cell -> quoted(cell, row.quoted(), special))
                                .collect(Collectors.joining(String.valueOf(separator))));
        for (int i = cells.size(); i < most; i++) {
            to.append(separator);
        }
        for (String cell : more) {
            to.append(separator).append(quoted(guarded(cell), row.quoted(), special));
        }
        to.append(row.end().isEmpty() ? table.end() : row.end());
    }

    /** A cell that is no formula: an apostrophe before one that begins as formulas do and is no number. */
    private static String guarded(String cell) {
        String text = Plain.strip(cell);
        boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
        boolean breaks = !cell.isEmpty() && BREAKS.indexOf(cell.charAt(0)) >= 0;
        return (formula || breaks) && !NUMBER.matcher(cell).matches() ? "'" + cell : cell;
    }

    private static String quoted(String cell, boolean always, String special) {
        return always || cell.chars().anyMatch(c -> special.indexOf(c) >= 0)
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }
}
