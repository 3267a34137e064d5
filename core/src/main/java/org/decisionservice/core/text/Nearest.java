// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant by a word that is nearly right. */
public final class Nearest {
    /** Longer words are no slip of any, and comparing takes time. */
    private static final int LONGEST = 60;

    /** One edit in so many letters is a slip; more make another word. */
    private static final int LETTERS_PER_EDIT = 3;

    private Nearest() {}

    /** {@code ; did you mean NAME?} with the nearest of {@code names}; blank if none is near. */
    public static String suggestion(String typed, Collection<String> names) {
        return of(typed, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static Optional<String> of(String typed, Collection<String> names) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        String letters = letters(typed);
        return names.stream()
                .filter(name -> EditDistance.of(letters, letters(name))
                        <= Math.max(1, Math.min(letters.length(), letters(name).length()) / LETTERS_PER_EDIT))
                .min(Comparator.comparingInt((String name) -> EditDistance.of(letters, letters(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The letters that count of a word: {@code --max_ece} and {@code --MAX-ECE} are slips of {@code --max-ece}. */
    private static String letters(String word) {
        return word.replaceAll("^-+", "").replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
