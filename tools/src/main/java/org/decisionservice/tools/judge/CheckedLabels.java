// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;

/**
 * A file of labels in which every row can be asked and every label names an option. It is made before the first answer
 * is computed: answers take minutes, and a wrong label is found in milliseconds.
 *
 * @param reader reads its rows as requests
 * @param rows those that have a label
 * @param said one line: how much is asked, and what is not
 */
public record CheckedLabels(LabelledFile file, RequestReader reader, List<Row> rows, String said) {
    public CheckedLabels {
        rows = List.copyOf(rows);
    }

    /**
     * A row.
     *
     * @param right the index of the right option, by question id
     */
    public record Row(LabelledRow row, SequencedMap<String, Integer> right) {
        public Row {
            right = Collections.unmodifiableSequencedMap(new TreeMap<>(right));
        }
    }

    /**
     * Checks what is to be asked of {@code answering}.
     *
     * @throws LabelsException naming the line of a row that the service would refuse, or of a label that names no option
     */
    public static CheckedLabels of(LabelledFile file, Answering answering) {
        file.requireStates();
        return of(file, answering.reader());
    }

    /** Checks a decision log, whose answers are judged as they are. */
    public static CheckedLabels recorded(LabelledFile file) {
        return of(file, RecordedQuestions.READER);
    }

    private static CheckedLabels of(LabelledFile file, RequestReader reader) {
        List<Row> rows = new ArrayList<>();
        int labels = 0;
        for (LabelledRow row : file.rows()) {
            SequencedMap<String, Integer> right = right(file, row, reader);
            labels += right.size();
            if (right.size() == row.gold().size()) {
                rows.add(new Row(row, right));
            } else if (!right.isEmpty()) {
                rows.add(new Row(row.asking(right.keySet()), right));
            }
        }
        String said = file.path() + ": "
                + file.passedOver()
                        .andUnlabelled(file.rows().size() - rows.size())
                        .said(rows.size(), labels);
        if (rows.isEmpty()) {
            throw new LabelsException(said + "; there is nothing to ask");
        }
        return new CheckedLabels(file, reader, rows, said);
    }

    /** The index of the right option by question id, without those whose label says that there is none. */
    static SequencedMap<String, Integer> right(LabelledFile file, LabelledRow row, RequestReader reader) {
        try {
            var questions = reader.single(row.body()).request().questions();
            SequencedMap<String, Integer> right = new TreeMap<>();
            row.gold().forEach((id, gold) -> {
                OptionalInt index = GoldReader.index(id, Objects.requireNonNull(questions.get(id)), gold);
                index.ifPresent(option -> right.put(id, option));
            });
            return right;
        } catch (RefusedException e) {
            throw file.refused(row, e);
        } catch (LabelsException e) {
            throw file.fault(row, String.valueOf(e.getMessage()));
        }
    }
}
