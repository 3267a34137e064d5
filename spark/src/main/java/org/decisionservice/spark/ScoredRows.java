// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.jspecify.annotations.Nullable;

/** The rows of a partition with their answers. Reads and scores a group of rows at a time, so memory stays bounded. */
final class ScoredRows implements Iterator<Row> {
    private static final int GROUP = 256;

    /** A group that has this many characters of states gets no further row. */
    private static final int GROUP_CHARACTERS = 1 << 20;

    private final Iterator<Row> rows;
    private final ScoredPartition partition;
    private final States states;
    private final AnswerRow answers;
    private final PlannedAnswers planned;
    private final Deque<Row> ready = new ArrayDeque<>();

    ScoredRows(Iterator<Row> rows, ScoredPartition partition, RequestTemplate asked, PlannedAnswers planned) {
        this.rows = rows;
        this.partition = partition;
        this.states = new States(partition.plan().documents());
        this.answers = new AnswerRow(asked.questions(), partition.kept());
        this.planned = planned;
    }

    @Override
    public boolean hasNext() {
        return !ready.isEmpty() || rows.hasNext();
    }

    @Override
    public Row next() {
        if (ready.isEmpty()) {
            if (!rows.hasNext()) {
                throw new NoSuchElementException();
            }
            score();
        }
        return ready.removeFirst();
    }

    private void score() {
        List<Row> group = new ArrayList<>(GROUP);
        List<RowOutcome> outcomes = new ArrayList<>(GROUP);
        int characters = 0;
        while (group.size() < GROUP && characters < GROUP_CHARACTERS && rows.hasNext()) {
            Row row = rows.next();
            String text = row.isNullAt(partition.state()) ? null : row.getString(partition.state());
            characters += text == null ? 0 : text.length();
            group.add(row);
            outcomes.add(read(text));
        }
        planned.answer(outcomes);
        for (int i = 0; i < group.size(); i++) {
            ready.add(answers.of(group.get(i), outcomes.get(i)));
        }
    }

    private RowOutcome read(@Nullable String text) {
        try {
            State state = states.read(text);
            return new RowOutcome.Waiting(state);
        } catch (RefusedException e) {
            return new RowOutcome.Refused(e.refusal().detail());
        }
    }
}
