// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.List;

/**
 * What labels taught about a question, and of which options.
 *
 * @param options as {@link org.decisionservice.core.text.OptionTexts} renders them, in the order that was learned
 * @param answers makes the logits of these options
 * @param heldOut rows that it was not fitted to
 */
public record TaughtQuestion(List<String> options, LearnedQuestion answers, HeldOut heldOut) {
    public TaughtQuestion {
        options = List.copyOf(options);
        if (options.size() != answers.options()) {
            throw new IllegalArgumentException(options.size() + " options, " + answers.options() + " learned");
        }
    }

    /**
     * The logits of a row of the same question, whose options may be in another order.
     *
     * @param asked the texts of its options
     * @param logits the checkpoint's, divided by its temperature: [options], in the order of {@code asked}
     * @param vectors as {@link LearnedQuestion#logits} takes them
     * @return new memory: [options], in the order of {@code asked}
     */
    public double[] logits(List<String> asked, double[] logits, float[] vectors) {
        if (asked.equals(options)) {
            return answers.logits(logits, vectors);
        }
        int[] places = OptionPlaces.of(options, asked);
        double[] inOrder = new double[logits.length];
        for (int option = 0; option < places.length; option++) {
            inOrder[option] = logits[places[option]];
        }
        double[] learned = answers.logits(inOrder, vectors);
        double[] asAsked = new double[learned.length];
        for (int option = 0; option < places.length; option++) {
            asAsked[places[option]] = learned[option];
        }
        return asAsked;
    }
}
