// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

/**
 * What a text holds for and against English.
 *
 * @param words words that can tell a language
 * @param letters letters of those words
 * @param coverage share of the words that the English word list holds, 0 without words
 * @param englishMargin natural logarithm of how much likelier English is than the likeliest other language, per letter
 * @param other code of that language
 * @param lowerCase whether a word of four letters or more was written in lower case
 */
record Evidence(int words, int letters, double coverage, double englishMargin, String other, boolean lowerCase) {
    /**
     * How much coverage a unit of margin is worth. This and the thresholds of {@link Verdict} are fitted:
     * docs/adr/0002-language-evidence.md says on what and how to do it again.
     */
    static final double MARGIN_WEIGHT = 15;

    /** A word or two of the wrong kind can reach more; the margin may not outvote every word. */
    private static final double LARGEST_MARGIN = 0.03;

    private static final double SMALLEST_MARGIN = -0.04;

    /** Above 1 for plain English, below 0 for plain other languages. */
    double score() {
        return coverage + MARGIN_WEIGHT * Math.clamp(englishMargin, SMALLEST_MARGIN, LARGEST_MARGIN);
    }
}
