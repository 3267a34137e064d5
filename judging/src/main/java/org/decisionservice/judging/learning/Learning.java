// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.List;
import org.decisionservice.core.learning.LearnedQuestion;

/** The result of learning a question from its labels. */
public sealed interface Learning {

    /**
     * The question answers better than before.
     *
     * @param own whether its own labels taught that; otherwise those of other questions alone did
     */
    record Learned(LearnedQuestion question, HeldOut heldOut, boolean own) implements Learning {}

    /** Held-out rows show no gain that chance might not have given: the question stays as it is. */
    record NoGain(HeldOut heldOut) implements Learning {}

    /** There are fewer labels than {@link Learner#LEAST}. */
    record TooFew(int labels) implements Learning {}

    /** All labels name the same option: nothing tells it from the others. */
    record OneOption(int option) implements Learning {}

    /**
     * The answers to rows by fits that have not seen them.
     *
     * @param probabilities [rows][options]; not copied
     * @param gain in log loss over the checkpoint, the mean of all rows
     * @param error standard error of the gain
     */
    record HeldOut(List<double[]> probabilities, double gain, double error) {
        public HeldOut {
            probabilities = List.copyOf(probabilities);
        }
    }
}
