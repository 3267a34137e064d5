// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonScalars;

/** The language that a checkpoint has to read in order to answer about a state. */
public final class StateLanguage {
    private static final String ENGLISH = "en";

    private StateLanguage() {}

    /**
     * Whether a checkpoint that reads {@code languages} reads the state: in the language that the client states or
     * guesses, or else the one that was detected. True where that is not known. False if the state has no letter and no
     * number: it is empty, or holds only white space, marks, symbols or nulls.
     *
     * @param languages codes of two letters; empty if the checkpoint does not say
     * @param detection present if and only if the state was examined
     */
    public static boolean isAmong(
            Set<String> languages, State state, Controls controls, Optional<Detection> detection) {
        return saysSomething(state)
                && controls.lang()
                        .flatMap(code -> isNamed(languages, code, LanguageCode.stated(code)))
                        .or(() -> controls.langGuess()
                                .flatMap(code -> isNamed(languages, code, LanguageCode.guessed(code))))
                        .or(() -> detection.map(found -> isDetected(languages, found)))
                        .orElse(true);
    }

    private static Optional<Boolean> isNamed(Set<String> languages, String code, Optional<Boolean> english) {
        return english.map(is -> isAmong(
                languages,
                is
                        ? Optional.of(ENGLISH)
                        : Optional.of(LanguageCode.primarySubtag(code)).filter(tag -> tag.length() == 2)));
    }

    private static boolean isDetected(Set<String> languages, Detection found) {
        if (!found.english()) {
            return isAmong(languages, found.language());
        }
        return found.languageUndecided() || isAmong(languages, Optional.of(ENGLISH));
    }

    /** @param code empty if it is not English, and only the script is known, or the client's name for it */
    private static boolean isAmong(Set<String> languages, Optional<String> code) {
        return languages.isEmpty() || code.map(languages::contains).orElse(!languages.equals(Set.of(ENGLISH)));
    }

    private static boolean saysSomething(State state) {
        return switch (state) {
            case State.Text(String text) -> saysSomething(text);
            case State.Json(String json) -> valuesSaySomething(json);
        };
    }

    /** Names of members are the format of a document; what it says is in its values. */
    private static boolean valuesSaySomething(String json) {
        JsonScalars values = new JsonScalars(json);
        while (values.next()) {
            if (values.isString() ? saysSomething(values.string()) : !values.isNull()) {
                return true;
            }
        }
        return false;
    }

    private static boolean saysSomething(String text) {
        return text.codePoints().anyMatch(StateLanguage::isLetterOrNumber);
    }

    private static boolean isLetterOrNumber(int character) {
        return switch (Character.getType(character)) {
            case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> Character.isLetterOrDigit(character);
        };
    }
}
