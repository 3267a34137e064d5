// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import java.util.OptionalDouble;
import org.decisionservice.api.Answer;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.packing.RowQuestion;

/** The progress of a question about one state. Immutable. */
public sealed interface QuestionProgress {

    /** A question that needs rows. */
    non-sealed interface UnansweredQuestion extends QuestionProgress {

        /** The questions that the coming round asks for it, at least one. */
        List<RowQuestion> rowQuestions();

        /** Returns true if it has its answer after that round. */
        default boolean decides() {
            return true;
        }

        /**
         * The progress after that round.
         *
         * @param logits of each of {@link #rowQuestions()}, in their order
         */
        QuestionProgress next(List<QuestionLogits> logits);
    }

    /** A question whose rows are all computed. */
    non-sealed interface AnsweredQuestion extends QuestionProgress {

        /** The answer, with the request's abstention threshold in [0, 1] if it set one. */
        Answer answer(Calibration calibration, OptionalDouble minConfidence);
    }
}
