// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.Checkpoint;

/** The bundled sentences, packed for a checkpoint. Its answers to them are compared between precisions. */
public final class ProbeRows {
    private ProbeRows() {}

    /** One row for every sentence. Sentences whose options do not fit into the checkpoint's windows are left out. */
    public static List<Probe> of(Checkpoint checkpoint) {
        RowPacker packer = RowPacker.of(checkpoint, Controls.NONE);
        List<Probe> probes = new ArrayList<>();
        for (ProbeSentence sentence : ProbeSentence.bundled()) {
            Question question = sentence.question();
            double temperature = checkpoint.config().temperatures().of(question.type(), question.optionCount());
            rows(packer, sentence).forEach(row -> probes.add(new Probe(row.row(), temperature)));
        }
        return List.copyOf(probes);
    }

    private static Stream<PackedRow> rows(RowPacker packer, ProbeSentence sentence) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("probe", sentence.question());
        try {
            return packer.pack(questions).pack(sentence.state()).rows().stream();
        } catch (RefusedException _) {
            return Stream.empty();
        }
    }
}
