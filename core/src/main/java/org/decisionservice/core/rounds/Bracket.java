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
import org.decisionservice.core.decoding.SlotLogits;
import org.decisionservice.core.packing.Asked;

/**
 * A choice that is answered by elimination, round by round.
 *
 * @param rules how groups are formed, and who goes on
 * @param played the rounds so far
 * @param groups the options that the coming round shows in each row; a single group decides
 */
record Bracket(
        String id, Question.Choice choice, BracketRules rules, List<List<Heat>> played, List<List<Integer>> groups)
        implements Course.Open {
    Bracket {
        played = List.copyOf(played);
        groups = List.copyOf(groups);
    }

    /** @param options in the order of their slots */
    static Bracket of(String id, Question.Choice choice, List<Integer> options, BracketRules rules) {
        return new Bracket(id, choice, rules, List.of(), rules.groups(options));
    }

    @Override
    public List<Asked> asks() {
        return groups.stream().map(group -> Asked.part(id, among(group), false)).toList();
    }

    private Question.Choice among(List<Integer> options) {
        return new Question.Choice(
                choice.instructions(),
                options.stream().map(choice.options()::get).toList(),
                Optional.empty());
    }

    @Override
    public Course after(List<Reading> readings) {
        List<Heat> round = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            round.add(new Heat(groups.get(i), readings.get(i).rows()));
        }
        List<List<Heat>> rounds = new ArrayList<>(played);
        rounds.add(round);
        if (groups.size() > 1) {
            return new Bracket(id, choice, rules, rounds, rules.groups(rules.survivors(round)));
        }
        return switch (rules.scope()) {
            case FINALISTS ->
                (Course.Settled) (calibration, minConfidence) -> amongFinalists(rounds, calibration, minConfidence);
            case ALL -> (Course.Settled) (calibration, minConfidence) -> overAll(rounds, calibration, minConfidence);
        };
    }

    /** The answer of the last row, in which every other option gets probability 0. */
    private Answer amongFinalists(List<List<Heat>> rounds, Calibration calibration, OptionalDouble minConfidence) {
        Heat last = rounds.getLast().getFirst();
        Answer decided = AnswerDecoder.decode(among(last.options()), last.rows(), calibration, minConfidence);
        double[] p = new double[choice.optionCount()];
        for (int slot = 0; slot < last.options().size(); slot++) {
            p[last.options().get(slot)] = decided.probabilities().get(slot);
        }
        return new Answer.Choice(
                choice.options().stream().map(Question.Option::label).toList(),
                last.winner(),
                Probabilities.of(p),
                decided.certainty(),
                Optional.of(elimination(rounds, Scope.FINALISTS)),
                Optional.empty());
    }

    /** The answer over all options, with the temperature that a row of all of them would have. */
    private Answer overAll(List<List<Heat>> rounds, Calibration calibration, OptionalDouble minConfidence) {
        Heat last = rounds.getLast().getFirst();
        Probabilities p =
                AnswerDecoder.probabilities(choice, Composition.logits(choice.optionCount(), rounds), calibration);
        Answer all = AnswerDecoder.answer(
                choice, p, new SlotLogits(last.rows()).actProbability(), calibration, minConfidence);
        return new Answer.Choice(
                choice.options().stream().map(Question.Option::label).toList(),
                last.winner(),
                p,
                all.certainty(),
                Optional.of(elimination(rounds, Scope.ALL)),
                Optional.empty());
    }

    private Elimination elimination(List<List<Heat>> rounds, Scope scope) {
        List<List<Heat>> before = rounds.subList(0, rounds.size() - 1);
        return new Elimination(
                before.size(),
                before.stream().mapToInt(List::size).sum(),
                rounds.getLast().getFirst().options(),
                scope,
                scope == Scope.FINALISTS && choice.optionOrder().isPresent());
    }
}
