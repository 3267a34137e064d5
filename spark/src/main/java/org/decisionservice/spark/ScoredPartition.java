// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.Iterator;
import java.util.function.BooleanSupplier;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Scores a partition within a task. A function of whole partitions, because Spark may evaluate a function of single
 * rows more than once.
 *
 * @param state index of the column with the states
 * @param kept number of columns that the result keeps
 */
record ScoredPartition(Plan plan, int state, int kept, Progress progress) implements MapPartitionsFunction<Row, Row> {

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        TaskContext task = TaskContext.get();
        BooleanSupplier abandoned = task::isInterrupted;
        RequestTemplate asked = RequestTemplate.of(plan);
        PlannedAnswers answers =
                new PlannedAnswers(asked, ExecutorModels.of(plan), plan.sharedTokens(), progress, abandoned);
        return new ScoredRows(rows, this, asked, answers);
    }
}
