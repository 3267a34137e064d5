// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Elimination.Scope;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.RowPacker;

/**
 * Narrows choices with more options than a group has, as the upstream server's setting of this kind does. Groups are
 * nearly equal parts of the options in criteria order, the best option of each goes on, and the answer has the
 * probabilities of the last row. A choice with an order of the client's own stays in one row if every choice of the
 * request may; otherwise it loses that order.
 *
 * @param group most options of a group, {@value #LEAST} to {@value #MOST}
 */
public record ByCount(int group) implements Narrowing {
    public static final int LEAST = 2;

    /** Also the most options that may be in one row, so that no choice is too large for a row and not narrowed down. */
    public static final int MOST = 100;

    @Override
    public Plan plan(SequencedMap<String, Question> questions, RowPacker packer) {
        List<Question> large = questions.values().stream()
                .filter(question -> question instanceof Question.Choice && question.optionCount() > group)
                .toList();
        boolean narrows = large.stream().anyMatch(question -> question.optionCount() > MOST)
                || large.stream().allMatch(question -> question.optionOrder().isEmpty());
        return (id, choice) ->
                narrows && choice.optionCount() > group ? Optional.of(begin(id, choice)) : Optional.empty();
    }

    private Course begin(String id, Question.Choice choice) {
        List<Integer> options = IntStream.range(0, choice.optionCount()).boxed().toList();
        return Bracket.of(id, choice, options, new Rules(group));
    }

    private record Rules(int group) implements BracketRules {

        @Override
        public List<List<Integer>> groups(List<Integer> options) {
            int count = Math.ceilDiv(options.size(), group);
            List<List<Integer>> groups = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                groups.add(options.subList(i * options.size() / count, (i + 1) * options.size() / count));
            }
            return groups;
        }

        @Override
        public List<Integer> survivors(List<Heat> round) {
            return round.stream().map(Heat::winner).toList();
        }

        @Override
        public Scope scope() {
            return Scope.FINALISTS;
        }
    }
}
