// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.packing.Asked;
import org.decisionservice.engine.spi.Logits;

/** A question that is asked once, as it is; its row may be split into parts of one softmax. */
record OneRow(String id, Question question) implements Course.Open {

    @Override
    public List<Asked> asks() {
        return List.of(new Asked(id, question, false));
    }

    @Override
    public Course after(List<Logits> rows) {
        Logits own = rows.getFirst();
        return (Course.Settled)
                (calibration, minConfidence) -> AnswerDecoder.decode(question, own, calibration, minConfidence);
    }
}
