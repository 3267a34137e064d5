// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.decisionservice.api.QuestionType;

/** The words of statistics that a report uses, explained to people who do not use them. */
final class Words {
    /** In the order of the columns that they head. */
    static final SequencedMap<String, String> METRICS = metrics();

    static final String CONFIDENCE =
            "The confidence of an answer is the share of the probability that is on it: how sure the"
                    + " model says it is.";

    static final String THRESHOLD = "A threshold is what a request sets as min_confidence: answers with less confidence"
            + " are marked, so that a person can take them.";

    static final String HELD_OUT =
            "Every number of this page is from rows that were left out: the labels are divided into five parts, and"
                    + " each part is answered by what was learned from the other four. So a number says how new rows would be answered, not how"
                    + " well the labels were remembered.";

    private Words() {}

    /** The name of an option where people read it; only the two sides of a statement have other names in files. */
    static String option(QuestionType type, String name) {
        return type == QuestionType.NOUL ? name.equals("true") ? "yes" : "no" : name;
    }

    private static SequencedMap<String, String> metrics() {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        words.put("accuracy", "the share of answers that are right");
        words.put(
                "Brier",
                "how far the probabilities are from the truth: 0 is best, 2 is sure and wrong every time;"
                        + " always answering with equal chances makes 0.5 for two options");
        words.put(
                "log loss",
                "the same, but a sure answer that is wrong costs far more: 0 is best; equal chances make 0.69 for two"
                        + " options");
        words.put(
                "ECE",
                "expected calibration error: how far the stated confidence is from the share that is right, on average"
                        + " over 15 bins of confidence; 0.05 means off by 5 percentage points. Chance alone makes it"
                        + " positive, and the more so the fewer rows there are");
        words.put(
                "in brackets",
                "the 95 % interval: with endless rows of this kind the number would be in it, in 95 of 100 files like"
                        + " this one (Wilson for accuracy, Hall for Brier and log loss, simulated with a fixed seed for"
                        + " ECE)");
        return Collections.unmodifiableSequencedMap(words);
    }
}
