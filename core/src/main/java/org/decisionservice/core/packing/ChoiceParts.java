// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.decisionservice.api.Question;

/**
 * Splits a choice into several smaller ones with the same instructions, for when one row cannot hold all its options.
 */
final class ChoiceParts {
    private ChoiceParts() {}

    /** {@code count} parts of nearly equal size that together hold the options in slot order. */
    static List<Question> of(Question.Choice choice, int count) {
        List<Question.Option> bySlot = choice.optionOrder()
                .map(order -> order.stream().map(choice.options()::get).toList())
                .orElse(choice.options());
        List<Question> parts = new ArrayList<>(count);
        IntStream.range(0, count)
                .forEach(part -> parts.add(new Question.Choice(
                        choice.instructions(),
                        bySlot.subList(bySlot.size() * part / count, bySlot.size() * (part + 1) / count),
                        Optional.empty())));
        return parts;
    }
}
