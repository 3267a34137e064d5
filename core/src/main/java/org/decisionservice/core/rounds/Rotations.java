// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.packing.RowQuestion;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/**
 * A choice that is asked with its options in several orders, each of which begins further down the list. The answer has
 * the mean of the probabilities, so that no option gains from its place.
 *
 * @param orders at least 2, at most the number of options
 */
record Rotations(String id, Question.Choice choice, int orders) implements UnansweredQuestion {

    @Override
    public List<RowQuestion> rowQuestions() {
        return IntStream.range(0, orders)
                .mapToObj(order -> RowQuestion.part(id, rotated(order), order > 0))
                .toList();
    }

    private Question.Choice rotated(int order) {
        int options = choice.optionCount();
        List<Integer> slots = IntStream.range(0, options)
                .mapToObj(slot -> (slot + order * options / orders) % options)
                .toList();
        return new Question.Choice(choice.instructions(), choice.options(), Optional.of(slots));
    }

    @Override
    public AnsweredQuestion next(List<QuestionLogits> logits) {
        return (calibration, minConfidence) -> answer(logits, calibration, minConfidence);
    }

    private Answer answer(List<QuestionLogits> logits, Calibration calibration, OptionalDouble minConfidence) {
        double[] mean = new double[choice.optionCount()];
        double act = 0;
        for (int order = 0; order < orders; order++) {
            Probabilities p = AnswerDecoder.probabilities(rotated(order), logits.get(order), calibration);
            for (int option = 0; option < mean.length; option++) {
                mean[option] += p.get(option) / orders;
            }
            act += logits.get(order).actProbability() / orders;
        }
        return AnswerDecoder.answer(
                choice, Probabilities.of(mean), act, calibration, calibration.teaching(choice, logits), minConfidence);
    }
}
