// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Question;
import org.decisionservice.tools.labelled.LabelledRow;

/**
 * Finds labels that a learned file in force was made from. An answer that was learned from its own label is right far
 * more often than new ones are, so nobody may judge by it.
 */
final class LearnedLabels {
    private int leftOut;
    private boolean unknown;

    /** Whether the label of {@code question} about the state of {@code row} is one of them. */
    static boolean has(Answering answering, LabelledRow row, Question question) {
        return answering.isLearnedFrom(question, row.state());
    }

    /**
     * Takes the labels of a row that were learned from out of {@code right}.
     *
     * @param right the index of the right option, by question id
     */
    void leaveOut(
            SequencedMap<String, Integer> right,
            LabelledRow row,
            SequencedMap<String, Question> questions,
            Answering answering) {
        questions.forEach((id, question) -> {
            unknown |= right.containsKey(id) && answering.isLearnedFromUnknown(question);
            if (right.containsKey(id) && has(answering, row, question)) {
                right.remove(id);
                leftOut++;
            }
        });
    }

    /** What follows the line about a file of labels; empty if there is nothing to say. */
    String said() {
        return (leftOut == 0 ? "" : "; " + leftOut(leftOut))
                + (unknown
                        ? "; the learned file is of an earlier version and does not say which rows it was learned"
                                + " from, so give others, or learn again"
                        : "");
    }

    /** What is said of {@code labels} that are left out. */
    static String leftOut(int labels) {
        return String.format(
                Locale.ROOT,
                "left out %,d label%s that the learned file was learned from",
                labels,
                labels == 1 ? "" : "s");
    }

    /** Why there is nothing to judge, and what to do; empty if nothing was left out. */
    Optional<String> nothingLeft() {
        return leftOut == 0
                ? Optional.empty()
                : Optional.of("nothing is left to judge it by: give labels of other rows, or have ./serve learn"
                        + " --thresholds judge each row by what the others taught");
    }
}
