// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits the text of a table into cells: RFC 4180, with commas, semicolons or tabs between cells, whichever the first
 * line has most of, or what a line {@code sep=} in front of it names. A quote in a cell that does not begin with one is a
 * character like any other. The page's {@code csv.js} does the same, and both are tested on {@code testdata/labels}.
 */
final class TableReader {
    private static final Pattern NAMED =
            Pattern.compile("\\A\"?sep=(.?)\"?(?:\\r\\n|\\r|\\n|\\z)", Pattern.CASE_INSENSITIVE);
    private static final String SEPARATORS = ",;\t";

    private final TextFile file;
    private final String text;
    private final char separator;
    private int at;
    private int line;
    private final List<Table.Row> rows = new ArrayList<>();
    private List<String> cells = new ArrayList<>();

    private TableReader(TextFile file) {
        this.file = file;
        this.text = file.text();
        Matcher named = NAMED.matcher(text);
        if (named.find()) {
            if (named.group(1).isEmpty() || !(SEPARATORS + "|").contains(named.group(1))) {
                throw LabelsException.at(file.path(), 1, "'sep=' takes a comma, a semicolon, a tab or |");
            }
            separator = named.group(1).charAt(0);
            at = named.end();
            line = 2;
        } else {
            separator = commonest(text);
            line = 1;
        }
    }

    /** The rows, from the first; at least one cell each. */
    static List<Table.Row> read(TextFile file) {
        TableReader reader = new TableReader(file);
        while (reader.at < reader.text.length()) {
            reader.row();
        }
        return reader.rows;
    }

    /** The separator that the first line with text has most of, outside quotes. */
    private static char commonest(String text) {
        int[] counts = new int[SEPARATORS.length()];
        boolean quoted = false;
        boolean begun = false;
        for (int i = 0; i < text.length(); i++) {
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

    private void row() {
        int began = line;
        cells = new ArrayList<>();
        do {
            cells.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
        } while (follows());
        rows.add(new Table.Row(began, cells));
    }

    /** Passes over what ends a cell; returns whether another cell follows in this row. */
    private boolean follows() {
        if (at == text.length()) {
            return false;
        }
        if (text.charAt(at) == separator) {
            at++;
            return true;
        }
        at += text.startsWith("\r\n", at) ? 2 : 1;
        line++;
        return false;
    }

    private boolean endsCell() {
        return at == text.length()
                || text.charAt(at) == separator
                || text.charAt(at) == '\n'
                || text.charAt(at) == '\r';
    }

    private String plain() {
        int from = at;
        while (!endsCell()) {
            at++;
        }
        return text.substring(from, at);
    }

    private String quoted() {
        int opened = line;
        StringBuilder cell = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"' && !text.startsWith("\"\"", at)) {
                break;
            }
            line += Lines.endsAt(text, at) ? 1 : 0;
            cell.append(c);
            at += c == '"' ? 2 : 1;
        }
        if (at == text.length()) {
            throw LabelsException.at(
                    file.path(),
                    opened,
                    "a cell begins with a double quote and no other one ends it; a quote inside a quoted cell is"
                            + " written twice");
        }
        at++;
        while (!endsCell()) {
            if (!Plain.isBlank(text.charAt(at))) {
                throw LabelsException.at(
                        file.path(),
                        line,
                        "text follows a cell's closing quote; a quote inside a quoted cell is written twice");
            }
            at++;
        }
        return cell.toString();
    }
}
