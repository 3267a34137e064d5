// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.packing.RowQuestion;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/**
 * A question that is asked once, as it is. Its row may be split into parts of one softmax, or into windows of the
 * state.
 */
record OneRow(String id, Question question) implements UnansweredQuestion {

    @Override
    public List<RowQuestion> rowQuestions() {
        return List.of(RowQuestion.whole(id, question));
    }

    @Override
    public AnsweredQuestion next(List<QuestionLogits> logits) {
        QuestionLogits own = logits.getFirst();
        return (calibration, minConfidence) -> AnswerDecoder.decode(question, own, calibration, minConfidence);
    }
}
