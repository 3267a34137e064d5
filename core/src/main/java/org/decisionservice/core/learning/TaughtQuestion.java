// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.List;
import java.util.Optional;

/**
 * The learned weights of a question, and the options that they were learned for.
 *
 * @param options as {@link org.decisionservice.core.text.OptionTexts} renders them, in the order that was learned
 * @param answers makes the logits of these options
 * @param heldOut rows that it was not fitted to
 * @param states it was learned from
 * @param familiarity tells states that are unlike all of these, if that was measured
 */
public record TaughtQuestion(
        List<String> options,
        LearnedQuestion answers,
        HeldOut heldOut,
        LearnedStates states,
        Optional<Familiarity> familiarity) {
    public TaughtQuestion {
        options = List.copyOf(options);
        if (options.size() != answers.options()) {
            throw new IllegalArgumentException(options.size() + " options, " + answers.options() + " learned");
        }
    }

    /**
     * Whether it has something to say of a choice with these options: all of its own are among them. Those that were
     * added keep the probability that the checkpoint gives them.
     */
    public boolean reaches(List<String> asked) {
        return OptionPlaces.within(options, asked).isPresent();
    }

    /**
     * The logits of a row of the same question, whose options may be in another order, or more.
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
        int[] places = asked.size() == options.size()
                ? OptionPlaces.of(options, asked)
                : OptionPlaces.within(options, asked)
                        .orElseThrow(() -> new IllegalArgumentException("asked about other options than were learned"));
        double[] inOrder = new double[places.length];
        for (int option = 0; option < places.length; option++) {
            inOrder[option] = logits[places[option]];
        }
        double[] learned = answers.logits(inOrder, vectors);
        double[] asAsked = new double[logits.length];
        int[] known = new int[logits.length];
        for (int option = 0; option < places.length; option++) {
            asAsked[places[option]] = learned[option];
            known[places[option]] = 1;
        }
        return LearnedQuestion.keepUnlabelled(known, logits, asAsked);
    }
}
