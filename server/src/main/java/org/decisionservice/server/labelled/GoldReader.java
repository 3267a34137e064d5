// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.labelled;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
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

/** Finds the option that a label names. */
public final class GoldReader {
    private static final List<String> NO = List.of("false", "no", "0");
    private static final List<String> YES = List.of("true", "yes", "1");

    private GoldReader() {}

    /** What the options of {@code question} are called, in criteria order. */
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

    /**
     * The index of the right option.
     *
     * @param gold the label of a choice; the index or the text of a score's level; the truth of a noul
     * @throws LabelsException if it names no option
     */
    public static int index(String id, Question question, JsonValue gold) {
        String text = JsonText.asText(gold);
        OptionalInt index = switch (question) {
            case Question.Choice choice ->
                first(
                        choice.options().size(),
                        i -> JsonText.asText(choice.options().get(i).label()).equals(text));
            case Question.Score score -> level(score, gold, text);
            case Question.Noul noul -> side(noul, text);
        };
        return index.orElseThrow(() -> new LabelsException("the label " + Quote.of(text) + " of question "
                + Quote.of(id) + " is none of its options: " + String.join(", ", options(question))));
    }

    private static OptionalInt level(Question.Score score, JsonValue gold, String text) {
        int levels = score.levels().size();
        OptionalInt byText = first(levels, i -> score.levels().get(i).equals(text));
        OptionalInt byIndex = first(levels, i -> Integer.toString(i).equals(text) || (i + ".0").equals(text));
        return switch (gold) {
            case JsonInteger _, JsonDouble _ -> byIndex;
            case JsonString _ -> byText.isPresent() ? byText : byIndex;
            case JsonBoolean _, JsonNull _, JsonArray _, JsonObject _ -> OptionalInt.empty();
        };
    }

    private static OptionalInt side(Question.Noul noul, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (text.equals(noul.whenTrue().label()) || YES.contains(lower)) {
            return OptionalInt.of(1);
        }
        return text.equals(noul.whenFalse().label()) || NO.contains(lower) ? OptionalInt.of(0) : OptionalInt.empty();
    }

    private static OptionalInt first(int size, IntPredicate matches) {
        return IntStream.range(0, size).filter(matches).findFirst();
    }
}
