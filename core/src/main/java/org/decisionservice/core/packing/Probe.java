// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Row;

/**
 * A row of a bundled sentence. A checkpoint's answers to these are compared between precisions.
 *
 * @param temperature what the checkpoint divides this row's option logits by, above 0
 */
public record Probe(Row row, double temperature) {
    public Probe {
        if (!(temperature > 0)) {
            throw new IllegalArgumentException("a temperature is above 0, not " + temperature);
        }
    }

    /**
     * The bundled sentences as rows of a checkpoint. Sentences whose options do not fit into the checkpoint's rows are
     * left out.
     */
    public static List<Probe> bundled(Checkpoint checkpoint) {
        RowPacker packer = RowPacker.of(checkpoint, Controls.NONE);
        List<Probe> probes = new ArrayList<>();
        for (ProbeSentence sentence : ProbeSentence.bundled()) {
            Question question = sentence.question();
            double temperature = checkpoint.temperatures().of(question.type(), question.optionCount());
            try {
                packer.pack(List.of(RowQuestion.whole("probe", question)))
                        .pack(sentence.state())
                        .rows()
                        .forEach(row -> probes.add(new Probe(row.row(), temperature)));
            } catch (RefusedException _) {
                // The options do not fit.
            }
        }
        return List.copyOf(probes);
    }
}
