// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.Quote;

/**
 * Right answers that people gave after a service had answered: a table with a column {@code request_id}, perhaps one
 * named {@code state_index}, and a column for each question that they looked at, named by its id. An empty cell says
 * nothing of its question.
 */
public final class Corrections {
    private static final String REQUEST = "request_id";
    private static final String INDEX = "state_index";

    private final TextFile file;
    private final Table table;
    private final int request;
    private final OptionalInt index;
    /** By question id, the index of the column. */
    private final SequencedMap<String, Integer> answers = new LinkedHashMap<>();

    /** A right answer and where it stands. */
    private record Correction(int line, String answer) {}

    private Corrections(TextFile file, Set<String> questions) {
        this.file = file;
        this.table = Table.of(file);
        Columns columns = new Columns(file.path(), table.columns());
        request = columns.find(REQUEST)
                .orElseThrow(() -> LabelsException.of(
                        file.path(), "no column is named 'request_id'; the first row names " + table.names()));
        index = columns.find(INDEX);
        questions.forEach(id -> columns.find(id).ifPresent(column -> answers.put(id, column)));
        if (answers.isEmpty()) {
            throw LabelsException.of(
                    file.path(),
                    "no column is named by a question of the log, which asks " + Quote.list(List.copyOf(questions))
                            + "; the first row names " + table.names());
        }
    }

    /**
     * The lines of a decision log that people gave a right answer to, with it as their label.
     *
     * @param log lines of a decision log with their states
     * @param answers the table
     * @throws LabelsException naming the line and what to change
     */
    public static LabelledFile of(LabelledFile log, Path answers) {
        if (!log.isRecorded()) {
            throw new LabelsException(log.name() + ": no decision log; labels are given as they are");
        }
        SequencedSet<String> questions = new LinkedHashSet<>();
        log.rows().forEach(row -> questions.addAll(row.questionIds()));
        return new Corrections(TextFile.read(answers), questions).applied(log);
    }

    private LabelledFile applied(LabelledFile log) {
        SequencedMap<String, Correction> byKey = byKey();
        SequencedMap<String, LabelledRow> corrected = new LinkedHashMap<>();
        for (LabelledRow row : log.rows()) {
            String key = row.recorded().orElseThrow().key();
            Correction correction = byKey.get(key);
            if (correction != null) {
                LabelledFile.requireState(row.file(), row);
                // A request that was sent again is in the log again; the last answer is the one that people saw.
                corrected.put(key, row.labelled(new JsonString(correction.answer())));
            }
        }
        List<Correction> strangers = byKey.entrySet().stream()
                .filter(each -> !corrected.containsKey(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        if (corrected.isEmpty()) {
            throw LabelsException.of(
                    file.path(), "none of its requests is in " + log.name() + "; give the log of the same weeks");
        }
        List<String> left = new ArrayList<>();
        if (!strangers.isEmpty()) {
            left.add("answers to requests that the log does not have: " + strangers.size() + ", the first in line "
                    + strangers.getFirst().line());
        }
        return new LabelledFile(
                file.path() + " of " + log.name(),
                WeightsDigest.sha256((log.digest() + file.digest()).getBytes(StandardCharsets.UTF_8)),
                List.copyOf(corrected.sequencedValues()),
                new PassedOver(log.rows().size() - corrected.size(), 0, left));
    }

    private SequencedMap<String, Correction> byKey() {
        SequencedMap<String, Correction> byKey = new LinkedHashMap<>();
        for (Table.Row row : table.rows()) {
            String of = Plain.strip(row.cells().get(request)) + " "
                    + index.stream()
                            .mapToObj(row.cells()::get)
                            .map(Plain::strip)
                            .filter(place -> !place.isEmpty())
                            .findFirst()
                            .orElse("0")
                    + " ";
            answers.forEach((id, column) -> {
                String answer = Plain.strip(row.cells().get(column));
                if (answer.isEmpty()) {
                    return;
                }
                Correction before = byKey.put(of + id, new Correction(row.line(), answer));
                if (before != null && !before.answer().equals(answer)) {
                    throw LabelsException.at(
                            file.path(),
                            row.line(),
                            "question " + Quote.of(id) + " of this request has another answer in line " + before.line()
                                    + "; leave one of them");
                }
            });
        }
        return byKey;
    }
}
