// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What language detection found in a state.
 *
 * @param script lower-case name of the script that most letters belong to; {@code unknown} if there are no letters
 * @param scriptProfile share of the letters by script, largest first
 * @param language code of the language, empty if none was identified
 * @param english true for English and for undecided text, which {@code languageUndecided} tells apart
 * @param languageUndecided whether the language could not be decided
 * @param diacriticRate non-ASCII Latin letters per character
 * @param nonLatinFraction share of the letters that are not Latin
 * @param mixedSegment the line or field that reads as a different language from the rest
 */
public record Detection(
        String script,
        SequencedMap<String, Double> scriptProfile,
        Optional<String> language,
        boolean english,
        boolean languageUndecided,
        double diacriticRate,
        double nonLatinFraction,
        Optional<String> mixedSegment) {
    public Detection {
        scriptProfile = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(scriptProfile));
    }
}
