// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.lang.Character.UnicodeScript;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The findings of language detection in a state.
 *
 * @param script the script that most letters belong to; {@code UNKNOWN} if there are no letters. Hiragana
 *     counts as Katakana
 * @param scriptProfile share of the letters by script, largest first
 * @param language code of the language, empty if none was identified
 * @param english true for English and for undecided text, which {@code languageUndecided} tells apart
 * @param languageUndecided whether the language could not be decided
 * @param diacriticRate non-ASCII Latin letters per character
 * @param nonLatinFraction share of the letters that are not Latin
 * @param mixedSegment the line or field that reads as a different language from the rest
 */
public record Detection(
        UnicodeScript script,
        SequencedMap<UnicodeScript, Double> scriptProfile,
        Optional<String> language,
        boolean english,
        boolean languageUndecided,
        double diacriticRate,
        double nonLatinFraction,
        Optional<String> mixedSegment) {
    public Detection {
        scriptProfile = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(scriptProfile));
    }

    /** The name that clients know a script by: in lower case, and {@code kana} for both Japanese syllabaries. */
    public static String nameOf(UnicodeScript script) {
        return script == UnicodeScript.KATAKANA ? "kana" : script.name().toLowerCase(Locale.ROOT);
    }
}
