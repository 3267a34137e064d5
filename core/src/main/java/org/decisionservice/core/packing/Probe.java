// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
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
        return rows(checkpoint, ProbeSentence.bundled());
    }

    /** A row for each type of question, of its shortest sentence; as {@link #bundled}. */
    public static List<Row> ofEachType(Checkpoint checkpoint) {
        Map<QuestionType, ProbeSentence> shortest = new EnumMap<>(QuestionType.class);
        for (ProbeSentence sentence : ProbeSentence.bundled()) {
            shortest.merge(
                    sentence.question().type(), sentence, (one, other) -> other.length() < one.length() ? other : one);
        }
        return rows(checkpoint, shortest.values()).stream().map(Probe::row).toList();
    }

    private static List<Probe> rows(Checkpoint checkpoint, Collection<ProbeSentence> sentences) {
        RowPacker packer = RowPacker.of(checkpoint, Controls.NONE);
        List<Probe> probes = new ArrayList<>();
        for (ProbeSentence sentence : sentences) {
            Question question = sentence.question();
            double temperature = checkpoint.temperatures().of(question.type(), question.optionCount());
            try {
                packer.pack(List.of(RowQuestion.whole("probe", packer.ordered(question))))
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
