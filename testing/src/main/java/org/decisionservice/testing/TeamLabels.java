// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tickets about money and about faults, whose words tell the team, and labels of them. The tiny checkpoints know nothing
 * of either.
 *
 * @param random draws the words
 */
public record TeamLabels(Random random) {
    /** The question that the labels answer, as a request has it. */
    public static final String QUESTION =
            "{\"type\": \"choice\", \"instructions\": \"Which team?\", \"criteria\": [\"billing\", \"tech\"]}";

    private static final List<String> MONEY = List.of("refund", "invoice", "charged", "money", "paid");
    private static final List<String> FAULTS = List.of("crash", "error", "login", "screen", "broken");
    private static final int WORDS = 6;

    /** A ticket about money, or one about a fault. */
    public String state(boolean money) {
        List<String> words = money ? MONEY : FAULTS;
        return IntStream.range(0, WORDS)
                .mapToObj(_ -> words.get(random.nextInt(words.size())))
                .collect(Collectors.joining(" "));
    }

    /** Labels of tickets about money and faults by turns, a line each; the first {@code flipped} of them are wrong. */
    public List<String> lines(int rows, int flipped) {
        return IntStream.range(0, rows)
                .mapToObj(row -> {
                    boolean money = row % 2 == 0;
                    return line(state(money), (row < flipped) != money ? "billing" : "tech");
                })
                .toList();
    }

    /** A line with the team as the label of a ticket. */
    private static String line(String state, String team) {
        return "{\"state\": \"%s\", \"question\": %s, \"gold\": \"%s\"}".formatted(state, QUESTION, team);
    }
}
