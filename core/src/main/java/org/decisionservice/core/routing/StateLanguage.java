// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonScalars;

/** What a checkpoint has to read in order to answer about a state, as far as that is known. */
public sealed interface StateLanguage {

    /** The state has no letter and no number: it is empty, or holds only white space, marks, symbols or nulls. */
    record Nothing() implements StateLanguage {}

    /** Nobody named a language, and the state was not examined or left it open. */
    record Unknown() implements StateLanguage {}

    /** The client says so, or the router found it. */
    record English() implements StateLanguage {}

    /**
     * Any other language.
     *
     * @param code of two letters, such as {@code de}; empty if only the script is known, or the client's name for it
     */
    record Other(Optional<String> code) implements StateLanguage {}

    /**
     * The language that the client states or guesses, or else the one that was detected.
     *
     * @param detection present if and only if the state was examined
     */
    static StateLanguage of(State state, Controls controls, Optional<Detection> detection) {
        if (!saysSomething(state)) {
            return new Nothing();
        }
        return controls.lang()
                .flatMap(code -> named(code, LanguageCode.stated(code)))
                .or(() -> controls.langGuess().flatMap(code -> named(code, LanguageCode.guessed(code))))
                .or(() -> detection.map(StateLanguage::detected))
                .orElseGet(Unknown::new);
    }

    /**
     * Whether a checkpoint that reads these languages reads this one; true where it is not known.
     *
     * @param languages codes; empty if the checkpoint does not say
     */
    default boolean isAmong(Set<String> languages) {
        return switch (this) {
            case Nothing _ -> false;
            case Unknown _ -> true;
            case English _ -> languages.isEmpty() || languages.contains("en");
            case Other(Optional<String> code) ->
                languages.isEmpty() || code.map(languages::contains).orElse(!languages.equals(Set.of("en")));
        };
    }

    private static Optional<StateLanguage> named(String code, Optional<Boolean> english) {
        return english.map(is -> is
                ? new English()
                : new Other(Optional.of(LanguageCode.primarySubtag(code)).filter(tag -> tag.length() == 2)));
    }

    private static StateLanguage detected(Detection found) {
        if (!found.english()) {
            return new Other(found.language());
        }
        return found.languageUndecided() ? new Unknown() : new English();
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
