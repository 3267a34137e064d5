// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.List;
import java.util.Optional;

/**
 * The evidence in a text for and against English, and what follows from it. The thresholds are fitted;
 * docs/adr/0002-language-evidence.md describes the data and how to repeat the fit.
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
    /** The coverage that a unit of margin is worth. */
    static final double MARGIN_WEIGHT = 15;

    /** A few unusual words can push the margin beyond these bounds; it must not outvote all other words. */
    private static final double LARGEST_MARGIN = 0.03;

    private static final double SMALLEST_MARGIN = -0.04;

    /** Texts of at most this many words are judged more carefully, because a single name is a third of such a text. */
    private static final int SHORT = 3;

    private static final double ENGLISH_FROM = 0.64;
    private static final double OTHER_BELOW = 0.5;
    private static final double SHORT_ENGLISH_FROM = 0.75;
    private static final double SHORT_OTHER_BELOW = 0.24;

    /** No margin can make a line with this coverage foreign, so the model, which is the expensive part, is not used. */
    private static final double PLAINLY_ENGLISH = 0.75;

    /** A shorter line never has enough letters to be judged alone. */
    private static final int SHORTEST_LINE = 10;

    /** The evidence in the first {@code limit} characters of {@code pieces} together. */
    static Evidence in(List<Piece> pieces, int limit) {
        Words words = Words.read(pieces, limit).withoutNames();
        words.lookUp(Resources.ENGLISH);
        return of(words);
    }

    /** The evidence in a line, if the line is clearly not English. */
    static Optional<Evidence> ofForeignLine(Piece line, int limit) {
        if (line.length() < SHORTEST_LINE) {
            return Optional.empty();
        }
        Words words = Words.read(List.of(line), limit).withoutNames();
        words.lookUp(Resources.ENGLISH);
        return words.coverage() >= PLAINLY_ENGLISH
                ? Optional.empty()
                : Optional.of(of(words)).filter(Evidence::isForeignLine);
    }

    private static Evidence of(Words words) {
        NgramModel.Reading reading = Resources.MODEL.read(words.buffer(), words.length());
        return new Evidence(
                words.counted(),
                words.letters(),
                words.coverage(),
                reading.englishMargin(),
                reading.other(),
                words.anyLowerCase());
    }

    /** Above 1 for clear English, below 0 for clear other languages. */
    double score() {
        return coverage + MARGIN_WEIGHT * Math.clamp(englishMargin, SMALLEST_MARGIN, LARGEST_MARGIN);
    }

    /** Whether the whole text is English. A text that is neither English nor foreign is undecided. */
    boolean isEnglish() {
        return words <= SHORT ? words >= 2 && coverage == 1 && score() >= SHORT_ENGLISH_FROM : score() >= ENGLISH_FROM;
    }

    /** Whether the whole text is in another language. */
    boolean isForeign() {
        return words <= SHORT ? words > 0 && letters >= 6 && score() < SHORT_OTHER_BELOW : score() < OTHER_BELOW;
    }

    /**
     * Whether one line is foreign in a text that as a whole is not. The threshold is stricter than for a whole text,
     * because lines also come from logs and forms, and the surrounding English makes English more likely.
     */
    private boolean isForeignLine() {
        if (words > SHORT) {
            return letters >= 12 && score() < 0.4;
        }
        return words >= 2 && letters >= 10 && lowerCase && coverage == 0 && score() < -0.1;
    }
}
