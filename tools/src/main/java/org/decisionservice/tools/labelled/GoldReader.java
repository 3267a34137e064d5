// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;

/**
 * Finds the option that a label names. What a label may look like is a table of docs/judging.md; the page's {@code
 * gold.js} has the same rules, and both are tested on {@code testdata/labels}.
 */
public final class GoldReader {
    private static final Set<String> NO = Set.of("false", "no", "n", "0");
    private static final Set<String> YES = Set.of("true", "yes", "y", "1");

    /** Words of spreadsheet programs and data frames for a missing value. */
    private static final Set<String> NONE = Set.of("nan", "null", "none", "na", "n/a", "#n/a", "<na>");

    /**
     * Data frames make 1.0 of 1 in a column that lacks a value somewhere, and spreadsheet programs write that with a
     * comma in half of the world. Three zeros behind a comma may be a thousand.
     */
    private static final Pattern WHOLE = Pattern.compile("([+-]?\\d+)(?:\\.0+|,00?)");

    private static final int MOST_DIGITS = 9;

    private GoldReader() {}

    /** The names of the options of {@code question}, in criteria order. */
    public static List<String> options(Question question) {
        return switch (question) {
            case Question.Choice choice ->
                choice.options().stream()
                        .map(option -> JsonText.asText(option.label()))
                        .toList();
            case Question.Score score ->
                IntStream.range(0, score.levels().size())
                        .mapToObj(level -> level + ": " + score.levels().get(level))
                        .toList();
            case Question.Noul _ -> List.of("false", "true");
        };
    }

    /** Whether a member says of itself that there is no label. */
    public static boolean isBlank(JsonValue gold) {
        return switch (gold) {
            case JsonNull _ -> true;
            case JsonString(String text) -> Plain.isBlank(text);
            case JsonDouble(double number) -> Double.isNaN(number);
            case JsonInteger _, JsonBoolean _, JsonArray _, JsonObject _ -> false;
        };
    }

    /** Returns true for a word that says that there is no value. */
    static boolean isNone(String text) {
        return NONE.contains(Plain.lower(text));
    }

    /**
     * The index of the right option; empty if the label is a word for none and no option is called so.
     *
     * @throws LabelsException if it names no option, or could name several
     */
    public static OptionalInt index(String id, Question question, JsonValue gold) {
        if (gold instanceof JsonArray || gold instanceof JsonObject) {
            throw new LabelsException("the label of question " + Quote.of(id)
                    + " is a list or an object; it takes a text, a number, true or false");
        }
        String text = JsonText.asText(gold);
        String whole = WHOLE.matcher(Plain.name(text)).replaceAll("$1");
        SequencedMap<Integer, String> found = candidates(question, text);
        if (found.isEmpty()) {
            found = candidates(question, whole);
        }
        if (found.size() == 1) {
            return OptionalInt.of(found.firstEntry().getKey());
        }
        if (found.isEmpty() && isNone(text)) {
            return OptionalInt.empty();
        }
        throw new LabelsException("the label " + Quote.of(text) + " of question " + Quote.of(id)
                + (found.isEmpty()
                        ? " is none of its options: " + Quote.list(options(question))
                        : " could be any of " + Quote.list(List.copyOf(found.values()))
                                + "; write one of them in full"));
    }

    /** The options that {@code text} may name, with what to write for each. */
    private static SequencedMap<Integer, String> candidates(Question question, String text) {
        List<String> options = options(question);
        return switch (question) {
            case Question.Choice _ -> named(options, options, text);
            case Question.Score score -> {
                SequencedMap<Integer, String> found = named(options, options, text);
                if (found.isEmpty()) {
                    found = named(score.levels(), options, text);
                    int level = number(text);
                    if (level >= 0 && level < options.size()) {
                        found.put(level, options.get(level));
                    }
                }
                yield found;
            }
            case Question.Noul noul -> {
                SequencedMap<Integer, String> found =
                        named(List.of(noul.whenFalse().label(), noul.whenTrue().label()), options, text);
                String lower = Plain.lower(text);
                if (found.isEmpty() && (YES.contains(lower) || NO.contains(lower))) {
                    int side = YES.contains(lower) ? 1 : 0;
                    found.put(side, options.get(side));
                }
                yield found;
            }
        };
    }

    /** The names that are written so, or else those that read so in any letter case. */
    private static SequencedMap<Integer, String> named(List<String> names, List<String> options, String text) {
        SequencedMap<Integer, String> exact = named(names, options, text, Plain::name);
        return exact.isEmpty() ? named(names, options, text, Plain::lower) : exact;
    }

    private static SequencedMap<Integer, String> named(
            List<String> names, List<String> options, String text, UnaryOperator<String> form) {
        String wanted = form.apply(text);
        SequencedMap<Integer, String> found = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (form.apply(names.get(i)).equals(wanted)) {
                found.put(i, options.get(i));
            }
        }
        return found;
    }

    private static int number(String text) {
        String digits = Plain.name(text);
        return digits.matches("[0-9]{1," + MOST_DIGITS + "}") ? Integer.parseInt(digits) : -1;
    }
}
