// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.List;

/**
 * A log-linear model of languages over runs of one to three characters. Every run has a dense row of weights, one per
 * language, because processors add dense rows fast.
 */
final class NgramModel {
    static final int LONGEST = 3;

    /** Number of characters that are read. Reading more takes longer and adds no information. */
    private static final int WINDOW = 1_500;

    private final List<Language> languages;
    private final int english;
    private final NgramTable rows;
    /** Shape [rows, languages], row by row. */
    private final float[] weights;

    /**
     * @param languages in the order of the weights; one of them is {@code en}
     * @param weights of shape [rows of the table, languages]; taken over, not copied
     */
    NgramModel(List<Language> languages, NgramTable rows, float[] weights) {
        this.languages = List.copyOf(languages);
        this.rows = rows;
        this.weights = weights;
        english = languages.stream().map(Language::code).toList().indexOf("en");
    }

    /** Scores {@code text[0, length)}, which consists of lower-case words separated by single spaces. */
    Reading read(char[] text, int length) {
        float[] scores = new float[languages.size()];
        int letters = 0;
        for (int start = 0; start < Math.min(length, WINDOW); start++) {
            letters += text[start] == ' ' ? 0 : 1;
            long key = 0;
            int last = Math.min(length, start + LONGEST);
            for (int end = start; end < last; end++) {
                key = (key << 16) | text[end];
                add(rows.row(key), scores);
            }
        }
        int best = -1;
        for (int i = 0; i < scores.length; i++) {
            scores[i] -= languages.get(i).handicap() * letters;
            if (i != english && (best < 0 || scores[i] > scores[best])) {
                best = i;
            }
        }
        double margin = letters == 0 ? 0 : (scores[english] - scores[best]) / letters;
        return new Reading(margin, languages.get(best).code());
    }

    private void add(int row, float[] scores) {
        if (row < 0) {
            return;
        }
        int first = row * scores.length;
        for (int i = 0; i < scores.length; i++) {
            scores[i] += weights[first + i];
        }
    }

    /**
     * @param code ISO 639-1 if there is one, else ISO 639-3
     * @param handicap log-likelihood per letter by which the language must be ahead, because few people write tickets
     *     in it
     */
    record Language(String code, float handicap) {}

    /**
     * @param englishMargin natural logarithm of how much more likely English is than the most likely other language,
     *     per letter
     * @param other code of that language
     */
    record Reading(double englishMargin, String other) {}
}
