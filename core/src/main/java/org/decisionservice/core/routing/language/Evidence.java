// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

/**
 * The evidence in a text for and against English.
 *
 * @param words words that can indicate a language
 * @param letters letters in those words
 * @param coverage share of the words that are in the English word list; 0 if there are no words
 * @param englishMargin natural logarithm of how much more likely English is than the most likely other language, per
 *     letter
 * @param other code of that language
 * @param lowerCase whether a word of four letters or more was written in lower case
 */
record Evidence(int words, int letters, double coverage, double englishMargin, String other, boolean lowerCase) {
    /**
     * How much coverage a unit of margin is worth. This and the thresholds of {@link Verdict} are fitted;
     * docs/adr/0002-language-evidence.md describes the data and how to repeat the fit.
     */
    static final double MARGIN_WEIGHT = 15;

    /** A few unusual words can push the margin beyond these bounds; it must not outvote all other words. */
    private static final double LARGEST_MARGIN = 0.03;

    private static final double SMALLEST_MARGIN = -0.04;

    /** Above 1 for clear English, below 0 for clear other languages. */
    double score() {
        return coverage + MARGIN_WEIGHT * Math.clamp(englishMargin, SMALLEST_MARGIN, LARGEST_MARGIN);
    }
}
