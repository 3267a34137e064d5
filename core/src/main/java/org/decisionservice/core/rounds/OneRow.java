// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.WindowDecoder;
import org.decisionservice.core.packing.Asked;

/** A question that is asked once, as it is. Its row may be split into parts of one softmax, or into windows of the state. */
record OneRow(String id, Question question) implements Course.Open {

    @Override
    public List<Asked> asks() {
        return List.of(Asked.whole(id, question));
    }

    @Override
    public Course after(List<Reading> readings) {
        Reading own = readings.getFirst();
        return (Course.Settled) (calibration, minConfidence) -> own.windows().isEmpty()
                ? AnswerDecoder.decode(question, own.rows(), calibration, minConfidence)
                : WindowDecoder.decode(question, own.rows(), own.windows(), calibration, minConfidence);
    }
}
