// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/** The rows of several jobs in one batch. Rows do not see each other, so a job's logits are those of its own pass. */
final class SharedPass {
    private SharedPass() {}

    /** All rows, job after job. */
    static RowBatch rows(List<Job> jobs) {
        List<Row> rows = new ArrayList<>();
        for (Job job : jobs) {
            for (int row = 0; row < job.rows().size(); row++) {
                rows.add(job.rows().row(row));
            }
        }
        return RowBatch.of(rows);
    }

    /** What each job gets of the logits of {@link #rows}. */
    static List<Logits> split(Logits all, List<Job> jobs) {
        List<Logits> split = new ArrayList<>(jobs.size());
        int first = 0;
        for (Job job : jobs) {
            split.add(part(all, first, job.rows().size()));
            first += job.rows().size();
        }
        return split;
    }

    private static Logits part(Logits all, int first, int count) {
        List<float[]> options = new ArrayList<>(count);
        float[] act = new float[count];
        for (int row = 0; row < count; row++) {
            float[] slots = new float[all.options(first + row)];
            for (int slot = 0; slot < slots.length; slot++) {
                slots[slot] = all.optionLogit(first + row, slot);
            }
            options.add(slots);
            act[row] = all.actProbability(first + row);
        }
        return new Logits(options, act);
    }
}
