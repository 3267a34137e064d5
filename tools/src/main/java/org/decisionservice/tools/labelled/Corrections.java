// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.Quote;

/**
 * Right answers that people gave after a service had answered: a table with a column {@code request_id}, perhaps one
 * named {@code state_index}, and a column for each question that they looked at, named by its id. An empty cell says
 * nothing of its question. Of a decision log, which may be of any length, only the lines that it is about stay in
 * memory.
 */
public final class Corrections {
    private static final String REQUEST = "request_id";
    private static final String INDEX = "state_index";

    private final TextFile file;
    private final Table table;
    private final Columns columns;
    /** By request and place of the state in it, as {@link Recorded#key} begins. */
    private final SequencedMap<String, List<Table.Row>> answers = new LinkedHashMap<>();
    /** By id of the questions of the log, the column of their answers. */
    private final SequencedMap<String, OptionalInt> columnOf = new LinkedHashMap<>();

    private final SequencedMap<String, LabelledRow> labelled = new LinkedHashMap<>();
    private int lines;

    private Corrections(TextFile file) {
        this.file = file;
        this.table = Table.of(file);
        this.columns = new Columns(file.path(), table.columns());
        int request = columns.find(REQUEST)
                .orElseThrow(() -> LabelsException.of(
                        file.path(), "no column is named 'request_id'; the first row names " + table.names()));
        OptionalInt index = columns.find(INDEX);
        for (Table.Row row : table.rows()) {
            String place = index.stream()
                    .mapToObj(column -> cell(row, column))
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .orElse("0");
            answers.computeIfAbsent(cell(row, request) + " " + place, _ -> new ArrayList<>())
                    .add(row);
        }
    }

    private static String cell(Table.Row row, int column) {
        return Plain.strip(row.cells().get(column));
    }

    /**
     * The lines of decision logs that people gave a right answer to, with it as their label.
     *
     * @param logs lines of a decision log with their states
     * @param answers the table
     * @throws LabelsException naming the line and what to change
     */
    public static LabelledFile of(List<Path> logs, Path answers) {
        Corrections corrections = new Corrections(TextFile.read(answers));
        logs.forEach(corrections::read);
        return corrections.applied(logs);
    }

    private void read(Path log) {
        Set<String> sides = new TreeSet<>();
        try (PoolFile.Rows rows = PoolFile.of(log, Optional.empty()).open()) {
            while (rows.hasNext()) {
                LabelledRow row = rows.next();
                Recorded recorded = row.recorded()
                        .orElseThrow(() ->
                                LabelsException.at(log, row.line(), "no decision log; labels are given as they are"));
                recorded.side().ifPresent(sides::add);
                if (sides.size() > 1) {
                    throw Recorded.ofTwo(log);
                }
                lines++;
                row.questionIds().forEach(id -> label(row, recorded.key(), id));
            }
        }
    }

    private void label(LabelledRow row, String key, String id) {
        OptionalInt column = columnOf.computeIfAbsent(id, columns::find);
        String request = key.substring(0, key.length() - id.length() - 1);
        List<Table.Row> said = column.stream()
                .boxed()
                .flatMap(at -> answers.getOrDefault(request, List.of()).stream()
                        .filter(each -> !cell(each, at).isEmpty()))
                .toList();
        if (said.isEmpty()) {
            return;
        }
        Table.Row first = said.getFirst();
        String answer = cell(first, column.getAsInt());
        said.stream()
                .filter(each -> !cell(each, column.getAsInt()).equals(answer))
                .findFirst()
                .ifPresent(other -> {
                    throw LabelsException.at(
                            file.path(),
                            other.line(),
                            "question " + Quote.of(id) + " of this request has another answer in line " + first.line()
                                    + "; leave one of them");
                });
        // A request that was sent again is in the log again; the last answer is the one that people saw.
        labelled.put(key, row.labelled(new JsonString(answer)));
    }

    private LabelledFile applied(List<Path> logs) {
        String names = logs.stream().map(Path::toString).collect(Collectors.joining(", "));
        if (columnOf.values().stream().allMatch(OptionalInt::isEmpty)) {
            throw LabelsException.of(
                    file.path(),
                    "no column is named by a question of the log, which asks "
                            + Quote.list(List.copyOf(columnOf.keySet())) + "; the first row names " + table.names());
        }
        if (labelled.isEmpty()) {
            throw LabelsException.of(
                    file.path(), "none of its requests is in " + names + "; give the log of the same weeks");
        }
        String digests = Stream.concat(logs.stream().map(WeightsDigest::sha256), Stream.of(file.digest()))
                .collect(Collectors.joining());
        return new LabelledFile(
                file.path() + " of " + names,
                WeightsDigest.sha256(digests.getBytes(StandardCharsets.UTF_8)),
                List.copyOf(labelled.sequencedValues()),
                new PassedOver(lines - labelled.size(), 0, strangers()));
    }

    /** Lines about answers to requests that are not in the log; none if there are none. */
    private List<String> strangers() {
        Map<String, Integer> lineOf = new HashMap<>();
        answers.forEach((request, rows) -> columnOf.forEach((id, column) -> {
            String key = request + " " + id;
            rows.stream()
                    .filter(row ->
                            column.isPresent() && !cell(row, column.getAsInt()).isEmpty())
                    .filter(_ -> !labelled.containsKey(key))
                    .forEach(row -> lineOf.putIfAbsent(key, row.line()));
        }));
        return lineOf.values().stream()
                .min(Integer::compare)
                .map(first -> "answers to requests that the log does not have: " + lineOf.size()
                        + ", the first in line " + first)
                .stream()
                .toList();
    }
}
