// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits the text of a table into cells: RFC 4180, with commas, semicolons or tabs between cells, whichever the first
 * line has most of, or what a line {@code sep=} in front of it names. A quote in a cell that does not begin with one is
 * a character like any other. The page's {@code csv.js} does the same, and both are tested on {@code testdata/labels}.
 * Memory holds one row.
 */
final class TableReader implements Iterator<TableReader.Written>, AutoCloseable {
    private static final Pattern NAMED =
            Pattern.compile("\\A\"?sep=(.?)\"?(?:\\r\\n|\\r|\\n|\\z)", Pattern.CASE_INSENSITIVE);
    private static final String SEPARATORS = ",;\t";
    /** Characters that a line {@code sep=} fits in, with its end. */
    private static final int LONGEST_NAMED = 16;

    private static final int CHUNK = 1 << 14;
    private static final int MOST_CHARACTERS = 1 << 24;

    private final Path path;
    private final Reader in;
    private final char[] chunk = new char[CHUNK];
    /** The characters from the beginning of the row on. */
    private final StringBuilder text = new StringBuilder();

    private final char separator;
    private final String begin;
    private boolean ended;
    private int from;
    private int at;
    private int line = 1;
    private boolean allQuoted;

    /**
     * A row as the file has it.
     *
     * @param text without its line end
     * @param end its line end; blank at the end of a file that has none there
     * @param quoted true if all cells stand in quotes
     */
    record Written(Table.Row row, String text, String end, boolean quoted) {}

    /** Reads the text of the file {@code path} from {@code in}, which is closed with this. */
    TableReader(Path path, Reader in) {
        this.path = path;
        this.in = in;
        has(LONGEST_NAMED);
        Matcher named = NAMED.matcher(text.substring(0, Math.min(text.length(), LONGEST_NAMED)));
        if (named.find()) {
            if (named.group(1).isEmpty() || !(SEPARATORS + "|").contains(named.group(1))) {
                throw LabelsException.at(path, 1, "'sep=' takes a comma, a semicolon, a tab or |");
            }
            separator = named.group(1).charAt(0);
            begin = named.group();
            at = named.end();
            line = 2;
        } else {
            separator = commonest();
            begin = "";
        }
    }

    /** The rows, from the first; at least one cell each. */
    static List<Table.Row> read(TextFile file) {
        List<Table.Row> rows = new ArrayList<>();
        try (TableReader reader = new TableReader(file.path(), new StringReader(file.text()))) {
            reader.forEachRemaining(written -> rows.add(written.row()));
        }
        return rows;
    }

    char separator() {
        return separator;
    }

    /** The line {@code sep=} with its end; blank if there is none. */
    String begin() {
        return begin;
    }

    @Override
    public boolean hasNext() {
        return has(at);
    }

    @Override
    public Written next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        // What is left of the text is moved, so not after every row.
        if (at > CHUNK) {
            text.delete(0, at);
            at = 0;
        }
        from = at;
        int began = line;
        allQuoted = true;
        List<String> cells = new ArrayList<>();
        do {
            boolean quoted = is(at, '"');
            allQuoted &= quoted;
            cells.add(quoted ? quoted() : plain());
        } while (follows());
        int end = at;
        if (has(at)) {
            at += is(at, '\r') && is(at + 1, '\n') ? 2 : 1;
            line++;
        }
        String row = text.substring(from, end);
        int nul = row.indexOf('\0');
        if (nul >= 0) {
            throw TextFile.nul(path, began - 1 + Lines.at(row, nul));
        }
        return new Written(new Table.Row(began, cells), row, text.substring(end, at), allQuoted);
    }

    /** Returns true if there is a character at {@code index}. */
    private boolean has(int index) {
        while (index >= text.length() && !ended) {
            if (text.length() - from > MOST_CHARACTERS) {
                throw LabelsException.at(
                        path,
                        line,
                        String.format(
                                Locale.ROOT,
                                "a row of more than %,d characters; a cell's closing quote may be missing",
                                MOST_CHARACTERS));
            }
            try {
                int read = in.read(chunk);
                ended = read < 0;
                text.append(chunk, 0, Math.max(0, read));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return index < text.length();
    }

    private boolean is(int index, char wanted) {
        return has(index) && text.charAt(index) == wanted;
    }

    /** The separator that the first line with text has most of, outside quotes. */
    private char commonest() {
        int[] counts = new int[SEPARATORS.length()];
        boolean quoted = false;
        boolean begun = false;
        for (int i = 0; has(i); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == '\n' || c == '\r')) {
                if (begun) {
                    break;
                }
            } else if (!quoted && SEPARATORS.indexOf(c) >= 0) {
                counts[SEPARATORS.indexOf(c)]++;
            }
            begun |= !Plain.isBlank(c);
        }
        int best = 0;
        for (int i = 1; i < counts.length; i++) {
            best = counts[i] > counts[best] ? i : best;
        }
        return SEPARATORS.charAt(best);
    }

    /** Passes over a separator; returns whether there was one, so that another cell follows in this row. */
    private boolean follows() {
        boolean more = is(at, separator);
        at += more ? 1 : 0;
        return more;
    }

    private boolean endsCell() {
        return !has(at) || text.charAt(at) == separator || text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }

    private String plain() {
        int begun = at;
        while (!endsCell()) {
            at++;
        }
        return text.substring(begun, at);
    }

    private String quoted() {
        int opened = line;
        StringBuilder cell = new StringBuilder();
        at++;
        while (has(at)) {
            char c = text.charAt(at);
            if (c == '"' && !is(at + 1, '"')) {
                break;
            }
            line += c == '\n' || (c == '\r' && !is(at + 1, '\n')) ? 1 : 0;
            cell.append(c);
            at += c == '"' ? 2 : 1;
        }
        if (!has(at)) {
            throw LabelsException.at(
                    path,
                    opened,
                    "a cell begins with a double quote and no other one ends it; a quote inside a quoted cell is"
                            + " written twice");
        }
        at++;
        while (!endsCell()) {
            if (!Plain.isBlank(text.charAt(at))) {
                throw LabelsException.at(
                        path,
                        line,
                        "text follows a cell's closing quote; a quote inside a quoted cell is written twice");
            }
            at++;
        }
        return cell.toString();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
