// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds regular expressions in a tokenizer file that take exponential time on some texts. The library's matcher gives
 * up after some millions of steps and ends the process, so a client's text could stop the server.
 *
 * <p>The time is exponential if a repeated part can match the same text in several ways: a repeated group that contains
 * alternatives or another repetition. All such groups are rejected, although some are harmless; no published tokenizer
 * has one.
 */
final class PatternCheck {
    /** A quantifier, including its lazy or possessive mark. The groups capture the bounds of a quantifier in braces. */
    private static final Pattern QUANTIFIER = Pattern.compile("(?:[*+?]|\\{(\\d*)(,?)(\\d*)\\})[?+]?");

    private final String pattern;

    /** For every open group, whether it can match in more than one way. */
    private final Deque<Boolean> ambiguous = new ArrayDeque<>();

    private int at;

    private PatternCheck(String pattern) {
        this.pattern = pattern;
    }

    /** The first dangerous expression in a part of a file, if there is one. */
    static Optional<String> dangerous(JsonNode part) {
        return part.findValues("Regex").stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(PatternCheck::isDangerous)
                .findFirst();
    }

    static boolean isDangerous(String pattern) {
        return new PatternCheck(pattern).hasRepeatedChoice();
    }

    private boolean hasRepeatedChoice() {
        ambiguous.push(false);
        while (at < pattern.length()) {
            boolean inGroup = false;
            switch (pattern.charAt(at)) {
                case '(' -> {
                    ambiguous.push(false);
                    at += pattern.startsWith("(?", at) ? 2 : 1;
                    continue;
                }
                case '|' -> {
                    note(true);
                    at++;
                    continue;
                }
                case ')' -> {
                    inGroup = ambiguous.size() > 1 && ambiguous.pop();
                    at++;
                }
                case '[' -> skipClass();
                case '\\' -> {
                    // A call of a group by name may be recursive.
                    if (pattern.startsWith("\\g", at)) {
                        return true;
                    }
                    at += 2;
                }
                default -> at++;
            }
            if (quantify(inGroup)) {
                return true;
            }
        }
        return false;
    }

    /** Reads the quantifiers of the element just read, and returns whether they repeat something ambiguous. */
    private boolean quantify(boolean repeated) {
        boolean content = repeated;
        Matcher quantifier = QUANTIFIER.matcher(pattern);
        while (quantifier.region(at, pattern.length()).lookingAt()) {
            boolean exact = quantifier.group(2) != null && quantifier.group(2).isEmpty();
            boolean once = pattern.charAt(at) == '?' || "1".equals(quantifier.group(exact ? 1 : 3));
            if (content && !once) {
                return true;
            }
            content |= !exact;
            at = quantifier.end();
        }
        note(content);
        return false;
    }

    private void note(boolean ways) {
        ambiguous.push(ambiguous.pop() || ways);
    }

    /** Skips a character class, which may contain other classes. */
    private void skipClass() {
        int depth = 0;
        do {
            switch (pattern.charAt(at)) {
                case '[' -> depth++;
                case ']' -> depth--;
                case '\\' -> at++;
                default -> {}
            }
            at++;
            // The first bracket of a class may be one of its characters.
            if (pattern.startsWith("]", at) && (pattern.startsWith("[", at - 1) || pattern.startsWith("[^", at - 2))) {
                at++;
            }
        } while (depth > 0 && at < pattern.length());
    }
}
