// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Recognises states that are the same text to a reader: letter case, blanks and punctuation do not count. */
public final class EqualStates {
    /** Within a word, as in "don't". */
    private static final Pattern APOSTROPHES = Pattern.compile("['’`´]");

    /** A mark before a digit may be a sign or a decimal point, so it stays. */
    private static final Pattern MARKS = Pattern.compile("\\p{P}(?!\\d)|[\\p{Z}\\p{C}]");

    private static final Pattern BLANKS = Pattern.compile(" +");

    private EqualStates() {}

    /**
     * Equal for equal states, and different for any others; a text without a letter, digit or symbol stays as it is.
     */
    public static String key(String state) {
        String letters = Normalizer.normalize(state, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        String spaced =
                MARKS.matcher(APOSTROPHES.matcher(letters).replaceAll("")).replaceAll(" ");
        String key = BLANKS.matcher(spaced).replaceAll(" ").strip();
        return key.isEmpty() ? state.strip() : key;
    }
}
