// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.api.Question;
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
public record CheckedLabels(LabelledFile file, RequestReader reader, List<CheckedRow> rows, String said) {
    public CheckedLabels {
        rows = List.copyOf(rows);
    }

    /**
     * A row.
     *
     * @param right the index of the right option, by question id
     */
    public record CheckedRow(LabelledRow row, SequencedMap<String, Integer> right) {
        public CheckedRow {
            right = Collections.unmodifiableSequencedMap(new TreeMap<>(right));
        }
    }

    /**
     * Checks what is to be asked of {@code answering}.
     *
     * @throws LabelsException naming the line of a row that the service would refuse, or of a label that names no
     *     option
     */
    public static CheckedLabels of(LabelledFile file, Answering answering) {
        file.requireStates();
        return of(file, answering.reader(), Optional.of(answering));
    }

    /** Checks a decision log, whose answers are judged as they are. */
    public static CheckedLabels recorded(LabelledFile file) {
        return of(file, RecordedQuestions.READER, Optional.empty());
    }

    /** @param answering what was learned by it is left out */
    private static CheckedLabels of(LabelledFile file, RequestReader reader, Optional<Answering> answering) {
        List<CheckedRow> rows = new ArrayList<>();
        LearnedLabels learned = new LearnedLabels();
        Repeats repeats = new Repeats();
        int unlabelled = 0;
        int labels = 0;
        for (LabelledRow row : file.rows()) {
            var questions = questions(file, row, reader);
            SequencedMap<String, Integer> right = right(file, row, questions);
            unlabelled += right.isEmpty() ? 1 : 0;
            answering.ifPresent(service -> learned.leaveOut(right, row, questions, service));
            repeats.add(row, questions, right);
            labels += right.size();
            if (right.size() == row.gold().size()) {
                rows.add(new CheckedRow(row, right));
            } else if (!right.isEmpty()) {
                rows.add(new CheckedRow(row.asking(right.keySet()), right));
            }
        }
        String said = file.name() + ": "
                + file.passedOver().andUnlabelled(unlabelled).said(rows.size(), labels)
                + learned.said()
                + repeats.said();
        if (rows.isEmpty()) {
            throw new LabelsException(said + "; " + learned.nothingLeft().orElse("there is nothing to ask"));
        }
        return new CheckedLabels(file, reader, rows, said);
    }

    /** The index of the right option by question id, without those whose label says that there is none. */
    static SequencedMap<String, Integer> right(LabelledFile file, LabelledRow row, RequestReader reader) {
        return right(file, row, questions(file, row, reader));
    }

    private static SequencedMap<String, Question> questions(LabelledFile file, LabelledRow row, RequestReader reader) {
        try {
            return reader.single(row.body()).request().questions();
        } catch (RefusedException e) {
            throw file.refused(row, e);
        } catch (LabelsException e) {
            throw file.fault(row, String.valueOf(e.getMessage()));
        }
    }

    private static SequencedMap<String, Integer> right(
            LabelledFile file, LabelledRow row, SequencedMap<String, Question> questions) {
        try {
            SequencedMap<String, Integer> right = new TreeMap<>();
            row.gold().forEach((id, gold) -> {
                OptionalInt index = GoldReader.index(id, Objects.requireNonNull(questions.get(id)), gold);
                index.ifPresent(option -> right.put(id, option));
            });
            return right;
        } catch (LabelsException e) {
            throw file.fault(row, String.valueOf(e.getMessage()));
        }
    }
}
