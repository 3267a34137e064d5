// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.RowPacker;

/**
 * How questions are asked.
 *
 * @param narrowing which choices are answered by elimination; empty for none
 * @param orders in how many orders of its options a choice is asked, at least 1. An order of the client's own wins,
 *     and a checkpoint for which orders do not matter is asked once
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

    /** The courses of {@code questions}, all of them open, in their order. */
    public SequencedMap<String, Course> begin(SequencedMap<String, Question> questions, RowPacker packer) {
        Narrowing.Plan plan = narrowing.map(how -> how.plan(questions, packer)).orElse((_, _) -> Optional.empty());
        SequencedMap<String, Course> courses = LinkedHashMap.newLinkedHashMap(questions.size());
        questions.forEach((id, question) -> courses.put(
                id,
                switch (question) {
                    case Question.Choice choice -> plan.begin(id, choice).orElseGet(() -> inOrders(id, choice, packer));
                    // The order of levels has a meaning, and the model was trained on the two sides of a noul in
                    // theirs.
                    case Question.Score score -> new OneRow(id, score);
                    case Question.Noul noul -> new OneRow(id, noul);
                }));
        return courses;
    }

    private Course inOrders(String id, Question.Choice choice, RowPacker packer) {
        int distinct = Math.min(orders, choice.optionCount());
        return distinct > 1 && choice.optionOrder().isEmpty() && packer.ordersMatter()
                ? new Rotations(id, choice, distinct)
                : new OneRow(id, choice);
    }
}
