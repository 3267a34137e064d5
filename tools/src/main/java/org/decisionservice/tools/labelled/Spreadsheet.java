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

    private final Path file;
    private final SequencedMap<String, JsonValue> questions;
    private final int state;
    private final OptionalInt language;
    /** By question id, the index of the column. */
    private final SequencedMap<String, Integer> labels = new LinkedHashMap<>();

    private Spreadsheet(
            Path file, Table table, TableColumns named, SequencedMap<String, JsonValue> questions, boolean labelled) {
        this.file = file;
        this.questions = questions;
        Columns columns = new Columns(file, table.columns());
        state = required(columns, table, named.state().orElse(STATE));
        language = columns.find(LANGUAGE);
        if (named.label().isPresent()) {
            if (questions.size() > 1) {
                throw LabelsException.of(
                        named.questions(),
                        "it has " + questions.size() + " questions, and --label names the column of one; name the"
                                + " columns of several by their ids");
            }
            labels.put(
                    questions.firstEntry().getKey(),
                    required(columns, table, named.label().get()));
        } else {
            questions.keySet().forEach(id -> columns.find(id).ifPresent(column -> labels.put(id, column)));
        }
        if (labels.isEmpty() && labelled) {
            throw LabelsException.of(
                    file,
                    "no column is named by a question; the questions are "
                            + Quote.list(List.copyOf(questions.keySet())) + ", and the first row names "
                            + table.names());
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

    private int required(Columns columns, Table table, String name) {
        return columns.find(name)
                .orElseThrow(() -> LabelsException.of(
                        file, "no column is named " + Quote.of(name) + "; the first row names " + table.names()));
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
        return new LabelledFile(
                file.path().toString(), file.digest(), rows, new PassedOver(unlabelled, stateless, sheet.left(table)));
    }

    /** The rows of a table that needs no columns for labels; each asks all questions. */
    static List<LabelledRow> readUnlabelled(TextFile file, TableColumns named) {
        SequencedMap<String, JsonValue> questions = questions(file, named.questions());
        Table table = Table.of(file);
        Spreadsheet sheet = new Spreadsheet(
                file.path(),
                table,
                new TableColumns(named.questions(), named.state(), Optional.empty()),
                questions,
                false);
        return table.rows().stream()
                .map(row -> sheet.row(row).asking(questions))
                .toList();
    }

    private static SequencedMap<String, JsonValue> questions(TextFile file, Path questionsFile) {
        if (file.text().stripLeading().startsWith("{")
                || file.text().stripLeading().startsWith("[")) {
            throw LabelsException.of(
                    file.path(), "it holds JSON, not a table; the commands read it by a name that ends in .jsonl");
        }
        return QuestionsFile.read(questionsFile);
    }

    private LabelledRow row(Table.Row row) {
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>();
        SequencedMap<String, JsonValue> gold = new LinkedHashMap<>();
        labels.forEach((id, column) -> {
            String label = Plain.strip(row.cells().get(column));
            if (!label.isEmpty()) {
                asked.put(id, questions.get(id));
                gold.put(id, new JsonString(label));
            }
        });
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

    /** What was not used: questions without a column, and columns without a question. */
    private List<String> left(Table table) {
        List<String> left = new ArrayList<>();
        List<String> unlabelled = questions.keySet().stream()
                .filter(id -> !labels.containsKey(id))
                .toList();
        if (!unlabelled.isEmpty()) {
            left.add("questions without a column: " + Quote.list(unlabelled));
        }
        List<String> unused = IntStream.range(0, table.columns().size())
                .filter(column -> column != state
                        && !labels.containsValue(column)
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
