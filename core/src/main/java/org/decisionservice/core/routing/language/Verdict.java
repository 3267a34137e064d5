// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

/** The conclusion from the evidence in a text. */
enum Verdict {
    ENGLISH,
    OTHER,
    UNDECIDED;

    /** Texts of at most this many words are judged more carefully, because a single name is a third of such a text. */
    private static final int SHORT = 3;

    private static final double ENGLISH_FROM = 0.64;
    private static final double OTHER_BELOW = 0.5;
    private static final double SHORT_ENGLISH_FROM = 0.75;
    private static final double SHORT_OTHER_BELOW = 0.24;

    /** The verdict on a whole text. */
    static Verdict of(Evidence evidence) {
        return evidence.words() <= SHORT ? ofShort(evidence) : ofLong(evidence);
    }

    private static Verdict ofLong(Evidence evidence) {
        double score = evidence.score();
        if (score >= ENGLISH_FROM) {
            return ENGLISH;
        }
        return score < OTHER_BELOW ? OTHER : UNDECIDED;
    }

    private static Verdict ofShort(Evidence evidence) {
        double score = evidence.score();
        if (evidence.words() >= 2 && evidence.coverage() == 1 && score >= SHORT_ENGLISH_FROM) {
            return ENGLISH;
        }
        return evidence.words() > 0 && evidence.letters() >= 6 && score < SHORT_OTHER_BELOW ? OTHER : UNDECIDED;
    }

    /**
     * Whether one line is foreign in a text that as a whole is not. The threshold is stricter than for a whole text,
     * because lines also come from logs and forms, and the surrounding English makes English more likely.
     */
    static boolean isForeignLine(Evidence evidence) {
        if (evidence.words() > SHORT) {
            return evidence.letters() >= 12 && evidence.score() < 0.4;
        }
        return evidence.words() >= 2
                && evidence.letters() >= 10
                && evidence.lowerCase()
                && evidence.coverage() == 0
                && evidence.score() < -0.1;
    }
}
