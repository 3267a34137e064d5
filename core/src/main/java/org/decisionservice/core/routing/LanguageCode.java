// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.Trim;

/**
 * Decides from a language code whether the English checkpoint can read the text. Accepts the usual forms: {@code en},
 * {@code en-US}, {@code en_US.UTF-8}.
 */
public final class LanguageCode {
    private static final Set<String> ENGLISH = Set.of("en", "eng", "english");

    /** Valid locale settings, or ISO 639-2 codes, that do not name a language. */
    private static final Set<String> NO_LANGUAGE = Set.of("", "c", "posix", "und", "zxx", "mul");

    private static final Set<String> TWO_LETTERS = Set.of(Locale.getISOLanguages());

    private LanguageCode() {}

    /** Whether a code that the client states is English; empty if it does not name a known language. */
    public static Optional<Boolean> stated(String code) {
        String subtag = primarySubtag(code);
        return isLanguage(subtag) ? Optional.of(ENGLISH.contains(subtag)) : Optional.empty();
    }

    /**
     * Whether a code from the client's own language identification is English. Such tools have codes of their own, so
     * an unknown code still means "not English".
     */
    static Optional<Boolean> guessed(String code) {
        String subtag = primarySubtag(code);
        return NO_LANGUAGE.contains(subtag) ? Optional.empty() : Optional.of(ENGLISH.contains(subtag));
    }

    private static boolean isLanguage(String subtag) {
        if (NO_LANGUAGE.contains(subtag)) {
            return false;
        }
        return TWO_LETTERS.contains(subtag) || isThreeLetters(subtag) || EnglishLanguageNames.contains(subtag);
    }

    private static boolean isThreeLetters(String subtag) {
        return subtag.length() == 3 && subtag.chars().allMatch(c -> c >= 'a' && c <= 'z');
    }

    /** The language alone, in lower case: {@code de} of {@code de-AT}. */
    public static String primarySubtag(String code) {
        String text = Trim.ascii(code).toLowerCase(Locale.ROOT);
        int end = 0;
        while (end < text.length() && ".-_".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(0, end);
    }
}
