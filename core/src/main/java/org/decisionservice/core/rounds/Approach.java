// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/**
 * The way in which questions are asked.
 *
 * @param narrowing which choices are answered by elimination; empty for none
 * @param orders in how many orders of its options a choice is asked, at least 1. A choice whose order the client
 *     sets is asked once, and so is every choice if orders do not matter to the checkpoint
 */
public record Approach(Optional<Narrowing> narrowing, int orders) {
    /** Every order is a row, so this bounds what one request can cost. */
    public static final int MOST_ORDERS = 8;

    /** Every question once, as it is. */
    public static final Approach PLAIN = new Approach(Optional.empty(), 1);

    /** Whether a request may need more than one round. */
    public boolean hasRounds() {
        return narrowing.isPresent();
    }

    /** All of {@code questions}, unanswered, in their order. */
    public SequencedMap<String, QuestionProgress> begin(SequencedMap<String, Question> questions, RowPacker packer) {
        Map<String, UnansweredQuestion> narrowed =
                narrowing.map(how -> how.begin(questions, packer)).orElse(Map.of());
        SequencedMap<String, QuestionProgress> begun = LinkedHashMap.newLinkedHashMap(questions.size());
        questions.forEach((id, question) ->
                begun.put(id, Optional.ofNullable(narrowed.get(id)).orElseGet(() -> inOneRound(id, question, packer))));
        return begun;
    }

    /** Most rows that a round asks for {@code question} about a state that is not read in windows. */
    public int mostRows(Question question, RowPacker packer) {
        if (!(question instanceof Question.Choice choice)) {
            return 1;
        }
        int groups = narrowing.map(how -> how.mostGroups(choice)).orElse(1);
        return Math.max(groups, Math.min(orders, choice.optionCount()) * packer.rows(choice));
    }

    private UnansweredQuestion inOneRound(String id, Question question, RowPacker packer) {
        int distinct = Math.min(orders, question.optionCount());
        // The order of levels has a meaning, and the model was trained on the two sides of a noul in theirs.
        return question instanceof Question.Choice choice
                        && distinct > 1
                        && choice.optionOrder().isEmpty()
                        && packer.ordersMatter()
                ? new Rotations(id, choice, distinct)
                : new OneRow(id, packer.ordered(question));
    }
}
