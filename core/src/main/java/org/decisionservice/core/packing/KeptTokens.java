// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Tokens that the rows of a question have room for.
 *
 * @param question as the rows ask it
 * @param instructions fewest tokens of the instructions in a row
 * @param options tokens of each option without its marker, by option of {@code question}
 * @param room fewest tokens of a state that fit into a row
 */
public record KeptTokens(RowQuestion question, int instructions, List<Integer> options, int room) {
    public KeptTokens {
        options = List.copyOf(options);
    }

    /**
     * @param parts of the question, at least one; together they have its options in slot order
     * @param room fewest tokens of a state that fit into a row
     */
    static KeptTokens of(RowQuestion question, List<? extends ShownQuestion> parts, int room) {
        List<Integer> bySlot =
                parts.stream().flatMap(part -> part.optionTokens().stream()).toList();
        List<Integer> byOption = question.question()
                .optionOrder()
                .map(order -> IntStream.range(0, bySlot.size())
                        .mapToObj(option -> bySlot.get(order.indexOf(option)))
                        .toList())
                .orElse(bySlot);
        return new KeptTokens(
                question,
                parts.stream().mapToInt(ShownQuestion::instructionTokens).min().orElse(0),
                byOption,
                room);
    }
}
