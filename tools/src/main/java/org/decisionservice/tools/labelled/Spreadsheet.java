// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.text.Quote;

/**
 * A table with a column of states, a column for each labelled question, named by its id unless {@link TableColumns} say
 * otherwise, and perhaps one named {@code language}. An empty cell is no label.
 */
final class Spreadsheet {
    private static final String STATE = "state";
    private static final String LANGUAGE = "language";
    private static final String NAME_STATES = "; name the column of the states with --state";
    private static final String NAME_LABELS = "; name the column of the labels with --label";

    private final Path file;
    private final SequencedMap<String, JsonValue> questions;
    private final int state;
    private final OptionalInt language;
    /** By question id, the index of the column. */
    private final SequencedMap<String, Integer> labels = new LinkedHashMap<>();
    /** The column that lists labels. */
    private final OptionalInt list;

    private Spreadsheet(
            Path file, Table table, TableColumns named, SequencedMap<String, JsonValue> questions, boolean labelled) {
        this.file = file;
        this.questions = questions;
        Columns columns = new Columns(file, table.columns());
        state = required(
                columns, table, named.state().orElse(STATE), named.state().isPresent() ? "" : NAME_STATES);
        language = columns.find(LANGUAGE);
        list = named.list().stream()
                .mapToInt(name -> required(columns, table, name, ""))
                .findFirst();
        if (list.isPresent()) {
            requireList(named.questions());
        } else if (named.label().isPresent()) {
            if (questions.size() > 1) {
                throw LabelsException.of(
                        named.questions(),
                        "it has " + questions.size() + " questions, and --label names the column of one; name the"
                                + " columns of several by their ids");
            }
            labels.put(
                    questions.firstEntry().getKey(),
                    required(columns, table, named.label().get(), ""));
        } else {
            questions.keySet().forEach(id -> columns.find(id).ifPresent(column -> labels.put(id, column)));
        }
        if (labels.isEmpty() && list.isEmpty() && labelled) {
            throw LabelsException.of(
                    file,
                    "no column is named by a question; the questions are "
                            + Quote.list(List.copyOf(questions.keySet())) + ", and the first row names "
                            + table.names() + (questions.size() == 1 ? NAME_LABELS : ""));
        }
        List<String> ids = List.copyOf(labels.keySet());
        List<Integer> used = List.copyOf(labels.values());
        for (int i = 0; i < used.size(); i++) {
            int first = used.indexOf(used.get(i));
            if (first < i || used.get(i) == state) {
                throw LabelsException.of(
                        file,
                        String.format(
                                Locale.ROOT,
                                "the column of %s would be the one of %s; rename the question",
                                Quote.of(ids.get(i)),
                                first < i ? Quote.of(ids.get(first)) : "the states"));
            }
        }
    }

    /** Refuses questions that a list does not answer. */
    private void requireList(Path questionsFile) {
        try {
            LabelList.of(questions);
        } catch (LabelsException e) {
            throw LabelsException.of(questionsFile, String.valueOf(e.getMessage()));
        }
        if (list.equals(OptionalInt.of(state))) {
            throw LabelsException.of(file, "the column of the labels would be the one of the states; name another");
        }
    }

    /** @param remedy what to do if there is no such column; may be empty */
    private int required(Columns columns, Table table, String name, String remedy) {
        return columns.find(name)
                .orElseThrow(() -> LabelsException.of(
                        file,
                        "no column is named " + Quote.of(name) + "; the first row names " + table.names() + remedy));
    }

    static LabelledFile read(TextFile file, TableColumns named) {
        SequencedMap<String, JsonValue> questions = questions(file, named.questions());
        Table table = Table.of(file);
        Spreadsheet sheet = new Spreadsheet(file.path(), table, named, questions, true);
        List<LabelledRow> rows = new ArrayList<>();
        int unlabelled = 0;
        int stateless = 0;
        for (Table.Row row : table.rows()) {
            LabelledRow labelled = sheet.row(row);
            if (labelled.gold().isEmpty()) {
                unlabelled++;
            } else if (labelled.hasBlankState()) {
                stateless++;
            } else {
                rows.add(labelled);
            }
        }
        List<String> left = sheet.left(table);
        if (sheet.list.isPresent() && unlabelled > 0) {
            left.add("a blank list is no label; [] says that none is true");
        }
        return new LabelledFile(
                file.path().toString(), file.digest(), rows, new PassedOver(unlabelled, stateless, left));
    }

    /** The columns of a table that needs none for labels. */
    static Spreadsheet unlabelled(
            Path file, Table head, TableColumns named, SequencedMap<String, JsonValue> questions) {
        return new Spreadsheet(file, head, named.unlabelled(), questions, false);
    }

    SequencedMap<String, JsonValue> questions() {
        return questions;
    }

    /** A row that asks all questions. */
    LabelledRow asked(Table.Row row) {
        return row(row).asking(questions);
    }

    private static SequencedMap<String, JsonValue> questions(TextFile file, Path questionsFile) {
        requireTable(file.path(), file.text());
        return QuestionsFile.read(questionsFile);
    }

    /** Refuses a file that begins as JSON does. */
    static void requireTable(Path file, String text) {
        String begin = text.stripLeading();
        if (begin.startsWith("{") || begin.startsWith("[")) {
            throw LabelsException.of(
                    file, "it holds JSON, not a table; the commands read it by a name that ends in .jsonl");
        }
    }

    private LabelledRow row(Table.Row row) {
        SequencedMap<String, JsonValue> gold = list.isPresent() ? listed(row) : new LinkedHashMap<>();
        labels.forEach((id, column) -> {
            String label = Plain.strip(row.cells().get(column));
            if (!label.isEmpty()) {
                gold.put(id, new JsonString(label));
            }
        });
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>(questions);
        asked.keySet().retainAll(gold.keySet());
        SequencedMap<String, JsonValue> request = new LinkedHashMap<>();
        request.put(STATE, new JsonString(Plain.strip(row.cells().get(state))));
        request.put("questions", new JsonObject(asked));
        Optional<String> known = language.stream()
                .mapToObj(row.cells()::get)
                .map(Plain::strip)
                .filter(code -> !code.isEmpty())
                .findFirst();
        return new LabelledRow(file, row.line(), request, gold, true, known, Optional.empty());
    }

    private SequencedMap<String, JsonValue> listed(Table.Row row) {
        try {
            return LabelList.of(questions).read(row.cells().get(list.getAsInt()));
        } catch (LabelsException e) {
            throw LabelsException.at(file, row.line(), String.valueOf(e.getMessage()));
        }
    }

    /** The unused parts: questions without a column, and columns without a question. */
    private List<String> left(Table table) {
        List<String> left = new ArrayList<>();
        List<String> unlabelled = questions.keySet().stream()
                .filter(id -> list.isEmpty() && !labels.containsKey(id))
                .toList();
        if (!unlabelled.isEmpty()) {
            left.add("questions without a column: " + Quote.list(unlabelled));
        }
        List<String> unused = IntStream.range(0, table.columns().size())
                .filter(column -> column != state
                        && !labels.containsValue(column)
                        && !list.equals(OptionalInt.of(column))
                        && !language.equals(OptionalInt.of(column))
                        && !table.columns().get(column).isEmpty())
                .mapToObj(table.columns()::get)
                .toList();
        if (!unused.isEmpty()) {
            left.add("columns not used: " + Quote.list(unused));
        }
        return left;
    }
}
