// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.decisionservice.core.text.EditDistance;
import org.decisionservice.core.text.Quote;

/** Finds the member that a client probably meant to send under another name. */
final class Slip {
    private static final int MOST_EDITS = 2;
    private static final int LONGEST = 40;

    /** Names that other interfaces have for the same thing. */
    private static final Map<String, Set<String>> ELSEWHERE = Map.of(
            "instructions", Set.of("question", "prompt", "text", "statement"),
            "criteria", Set.of("options", "option", "choices", "levels"),
            "questions", Set.of("decisions"),
            "state", Set.of("input", "text", "content"),
            "states", Set.of("inputs", "texts"),
            "type", Set.of("kind"));

    private Slip() {}

    /**
     * Returns a hint for the refusal of a request that lacks {@code missing}: it names the first unknown member that
     * was probably meant. Empty if there is none.
     */
    static String hint(String missing, Collection<String> unread) {
        return unread.stream()
                .filter(name -> meant(missing, name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(name -> "; did you mean '" + missing + "' where it says " + Quote.of(name) + "?")
                .orElse("");
    }

    private static boolean meant(String missing, String name) {
        return ELSEWHERE.getOrDefault(missing, Set.of()).contains(name)
                || (name.length() <= LONGEST
                        && EditDistance.of(missing, name) <= Math.min(MOST_EDITS, missing.length() / 2 - 1));
    }
}
