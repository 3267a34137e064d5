// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Elimination;
import org.decisionservice.api.Elimination.Scope;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.packing.RowQuestion;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/**
 * A choice that is answered by elimination, round by round.
 *
 * @param rules how groups are formed, and which options go on
 * @param earlier the rounds so far
 * @param groups the options that the coming round shows in each row; a single group decides
 */
record EliminationRounds(
        String id,
        Question.Choice choice,
        EliminationGroups rules,
        List<List<GroupLogits>> earlier,
        List<List<Integer>> groups)
        implements UnansweredQuestion {
    EliminationRounds {
        earlier = List.copyOf(earlier);
        groups = List.copyOf(groups);
    }

    /** @param options in the order of their slots */
    static EliminationRounds of(String id, Question.Choice choice, List<Integer> options, EliminationGroups rules) {
        return new EliminationRounds(id, choice, rules, List.of(), rules.groups(options));
    }

    @Override
    public List<RowQuestion> rowQuestions() {
        return groups.stream()
                .map(group -> RowQuestion.part(id, limitedTo(group), false))
                .toList();
    }

    @Override
    public boolean decides() {
        return groups.size() == 1;
    }

    /** The choice with {@code options} only, in their order. */
    private Question.Choice limitedTo(List<Integer> options) {
        return new Question.Choice(
                choice.instructions(),
                options.stream().map(choice.options()::get).toList(),
                Optional.empty());
    }

    @Override
    public QuestionProgress next(List<QuestionLogits> logits) {
        List<GroupLogits> round = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            round.add(new GroupLogits(groups.get(i), logits.get(i)));
        }
        List<List<GroupLogits>> rounds = new ArrayList<>(earlier);
        rounds.add(round);
        if (groups.size() > 1) {
            return new EliminationRounds(id, choice, rules, rounds, rules.groups(rules.survivors(round)));
        }
        return switch (rules.scope()) {
            // The finalists may happen to be another question that was learned, which nobody asked.
            case FINALISTS ->
                (AnsweredQuestion) (calibration, minConfidence) ->
                        answerOfFinalists(rounds, calibration.with(Optional.empty()), minConfidence);
            case ALL ->
                (AnsweredQuestion)
                        (calibration, minConfidence) -> answerOverAll(rounds, calibration.narrowed(), minConfidence);
        };
    }

    /** The answer of the last row, in which every other option gets probability 0. */
    private Answer answerOfFinalists(
            List<List<GroupLogits>> rounds, Calibration calibration, OptionalDouble minConfidence) {
        GroupLogits last = rounds.getLast().getFirst();
        Answer decided = AnswerDecoder.decode(limitedTo(last.options()), last.rows(), calibration, minConfidence);
        double[] p = new double[choice.optionCount()];
        for (int slot = 0; slot < last.options().size(); slot++) {
            p[last.options().get(slot)] = decided.probabilities().get(slot);
        }
        Probabilities all = Probabilities.of(p);
        return new Answer.Choice(
                choice.options().stream().map(Question.Option::label).toList(),
                last.winner(),
                all,
                decided.certainty().with(calibration.coverage(choice, all)),
                Optional.of(elimination(rounds, Scope.FINALISTS)),
                Optional.empty());
    }

    /**
     * The answer over all options, with the temperature that a row of all of them would have. The winner is the
     * likeliest of them, unless labels taught otherwise.
     */
    private Answer answerOverAll(
            List<List<GroupLogits>> rounds, Calibration calibration, OptionalDouble minConfidence) {
        GroupLogits last = rounds.getLast().getFirst();
        List<QuestionLogits> first =
                rounds.getFirst().stream().map(GroupLogits::rows).toList();
        Probabilities p = AnswerDecoder.probabilities(
                choice, Composition.logits(choice.optionCount(), rounds), first, calibration);
        Answer all = AnswerDecoder.answer(
                choice,
                p,
                last.rows().actProbability(),
                calibration,
                calibration.teaching(choice, first),
                minConfidence);
        return new Answer.Choice(
                choice.options().stream().map(Question.Option::label).toList(),
                calibration.learned(choice).isPresent() ? p.argMax() : last.winner(),
                p,
                all.certainty(),
                Optional.of(elimination(rounds, Scope.ALL)),
                Optional.empty());
    }

    private Elimination elimination(List<List<GroupLogits>> rounds, Scope scope) {
        List<List<GroupLogits>> before = rounds.subList(0, rounds.size() - 1);
        return new Elimination(
                before.size(),
                before.stream().mapToInt(List::size).sum(),
                rounds.getLast().getFirst().options(),
                scope,
                scope == Scope.FINALISTS && choice.optionOrder().isPresent());
    }
}
