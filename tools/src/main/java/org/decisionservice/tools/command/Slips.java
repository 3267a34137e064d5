// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.core.text.EditDistance;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.ConfigurationException;

/** Words of the command line that are nearly right. */
public final class Slips {
    /** Longer words are no slip of any, and comparing takes time. */
    private static final int LONGEST = 60;

    /** One edit in so many letters is a slip; more make another word. */
    private static final int LETTERS_PER_EDIT = 3;

    private Slips() {}

    /** {@code ; did you mean NAME?} with the nearest of {@code names}; blank if none is near. */
    public static String suggestion(String typed, Collection<String> names) {
        return nearest(typed, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static Optional<String> nearest(String typed, Collection<String> names) {
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

    /** What counts of a word: {@code --max_ece} and {@code --MAX-ECE} are slips of {@code --max-ece}. */
    private static String letters(String word) {
        return word.replaceAll("^-+", "").replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Refuses the first argument of a command that looks like an option and is none, before a parser that looks for its
     * files says that one of those is missing.
     *
     * @param valued the options that take a value
     * @param flags those that take none
     */
    static void refuseUnknown(
            String command, List<String> arguments, Collection<String> valued, Collection<String> flags) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--")) {
                return;
            }
            String name = argument.split("=", 2)[0];
            if (valued.contains(name)) {
                i += argument.equals(name) ? 1 : 0;
            } else if (argument.startsWith("-") && argument.length() > 1 && !flags.contains(name)) {
                List<String> all = new ArrayList<>(valued);
                all.addAll(flags);
                throw new ConfigurationException(command + " has no option " + Quote.of(name) + "; ./serve " + command
                        + " --help lists those that there are" + suggestion(name, all));
            }
        }
    }
}
