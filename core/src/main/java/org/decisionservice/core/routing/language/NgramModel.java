// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.Arrays;
import java.util.List;

/**
 * A log-linear model of languages over runs of one to three characters. Every run has a dense row of weights, one per
 * language, because processors add dense rows fast.
 */
final class NgramModel {
    static final int LONGEST = 3;

    /** Number of characters that are read. Reading more takes longer and adds no information. */
    private static final int WINDOW = 1_500;

    /** Codes of the languages: ISO 639-1 if there is one, else ISO 639-3. */
    private final List<String> languages;

    /** [languages]: log-likelihood per letter that a language has to be ahead by, because few people write in it. */
    private final float[] handicaps;

    private final int english;

    /** [slots]: run of characters, 16 bits each; zero for a free slot. The number of slots is a power of two. */
    private final long[] keys;

    /** [slots]: row of the run in the same slot. */
    private final int[] rows;

    /** Shape [rows, languages], row by row. */
    private final float[] weights;

    private int size;

    /**
     * Creates a model without runs.
     *
     * @param languages one of them is {@code en}
     * @param handicaps of the languages, in the same order
     * @param capacity number of runs that will be added
     */
    NgramModel(List<String> languages, float[] handicaps, int capacity) {
        this.languages = List.copyOf(languages);
        this.handicaps = Arrays.copyOf(handicaps, languages.size());
        english = languages.indexOf("en");
        keys = new long[Integer.highestOneBit(Math.max(8, capacity) * 2) << 1];
        rows = new int[keys.length];
        weights = new float[capacity * languages.size()];
    }

    /** Adds a run that the model does not have yet, with a weight for each language. */
    void add(String ngram, float[] weightsOfRun) {
        long key = 0;
        for (int i = 0; i < ngram.length(); i++) {
            key = (key << 16) | ngram.charAt(i);
        }
        int slot = slot(key);
        while (keys[slot] != 0) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        rows[slot] = size;
        System.arraycopy(weightsOfRun, 0, weights, size * weightsOfRun.length, weightsOfRun.length);
        size++;
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
                add(row(key), scores);
            }
        }
        int best = -1;
        for (int i = 0; i < scores.length; i++) {
            scores[i] -= handicaps[i] * letters;
            if (i != english && (best < 0 || scores[i] > scores[best])) {
                best = i;
            }
        }
        double margin = letters == 0 ? 0 : (scores[english] - scores[best]) / letters;
        return new Reading(margin, languages.get(best));
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

    /** The row of a run, or -1 if there is none. */
    private int row(long key) {
        int slot = slot(key);
        while (keys[slot] != key) {
            if (keys[slot] == 0) {
                return -1;
            }
            slot = (slot + 1) & (keys.length - 1);
        }
        return rows[slot];
    }

    private int slot(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (keys.length - 1);
    }

    /**
     * @param englishMargin natural logarithm of how much more likely English is than the most likely other language,
     *     per letter
     * @param other code of that language
     */
    record Reading(double englishMargin, String other) {}
}
