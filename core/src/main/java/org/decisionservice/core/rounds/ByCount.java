// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Elimination.Scope;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/**
 * Narrows choices with more options than a group has, as the upstream server's setting of this kind does. Groups are
 * nearly equal parts of the options in criteria order, the best option of each goes on, and the answer has the
 * probabilities of the last row. If the client sets the option order of such a choice, every choice of the request
 * stays in one row, unless one has more options than a row may have; then the order is dropped.
 *
 * @param group most options of a group, {@value #LEAST} to {@value #MOST}
 */
public record ByCount(int group) implements Narrowing, EliminationGroups {
    public static final int LEAST = 2;

    /**
     * Also the most options that one row may have, so that every choice that is too large for a row is narrowed down.
     */
    public static final int MOST = 100;

    @Override
    public Map<String, UnansweredQuestion> begin(SequencedMap<String, Question> questions, RowPacker packer) {
        Map<String, UnansweredQuestion> large = new HashMap<>();
        boolean needed = false;
        boolean ordered = false;
        for (Map.Entry<String, Question> entry : questions.entrySet()) {
            if (entry.getValue() instanceof Question.Choice choice && choice.optionCount() > group) {
                List<Integer> options =
                        IntStream.range(0, choice.optionCount()).boxed().toList();
                large.put(entry.getKey(), EliminationRounds.of(entry.getKey(), choice, options, this));
                needed |= choice.optionCount() > MOST;
                ordered |= choice.optionOrder().isPresent();
            }
        }
        return needed || !ordered ? large : Map.of();
    }

    @Override
    public int mostGroups(Question.Choice choice) {
        return Math.ceilDiv(choice.optionCount(), group);
    }

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
    public List<Integer> survivors(List<GroupLogits> round) {
        return round.stream().map(GroupLogits::winner).toList();
    }

    @Override
    public Scope scope() {
        return Scope.FINALISTS;
    }
}
