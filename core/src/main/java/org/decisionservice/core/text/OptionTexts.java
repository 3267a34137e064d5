// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;

/**
 * The options of a question as the model reads them, and the labels of a choice, which read differently to the model
 * and as keys of an answer. A label is a JSON scalar other than null.
 */
public final class OptionTexts {
    private OptionTexts() {}

    /**
     * One text per option, in criteria order and in the form {@link OptionWording#NAMED}, by which questions are told
     * apart.
     */
    public static List<String> render(Question question) {
        return render(question, OptionWording.NAMED);
    }

    /** One text per option, in criteria order, as a model reads it. */
    public static List<String> render(Question question, OptionWording wording) {
        return switch (wording) {
            case NAMED -> named(question);
            case BARE -> bare(question, OptionTexts::label, Question.Side::label);
            case ANSWERS -> bare(question, OptionTexts::key, OptionTexts::answer);
        };
    }

    private static List<String> named(Question question) {
        return switch (question) {
            case Question.Choice choice ->
                choice.options().stream().map(OptionTexts::option).toList();
            case Question.Score score ->
                IntStream.range(0, score.levels().size())
                        .mapToObj(i -> "level " + i + ": " + score.levels().get(i))
                        .toList();
            case Question.Noul noul ->
                List.of(
                        side(noul.whenFalse(), "no, the statement does not hold"),
                        side(noul.whenTrue(), "yes, the statement holds"));
        };
    }

    private static List<String> bare(
            Question question, Function<JsonValue, String> labels, Function<Question.Side, String> sides) {
        return switch (question) {
            case Question.Choice choice ->
                choice.options().stream()
                        .map(option -> option.description().orElseGet(() -> labels.apply(option.label())))
                        .toList();
            case Question.Score score -> score.levels();
            case Question.Noul noul ->
                Stream.of(noul.whenFalse(), noul.whenTrue())
                        .map(side -> side.description().orElseGet(() -> sides.apply(side)))
                        .toList();
        };
    }

    private static String answer(Question.Side side) {
        return switch (side.label()) {
            case "true" -> "yes";
            case "false" -> "no";
            case String label -> label;
        };
    }

    private static String option(Question.Option option) {
        String label = label(option.label());
        return option.description().map(text -> label + ": " + text).orElse(label);
    }

    private static String side(Question.Side side, String otherwise) {
        return side.label() + ": " + side.description().orElse(otherwise);
    }

    /**
     * A label as the model reads it, as Python's {@code str} writes it: {@code False}, {@code 1e+16}, {@code 3.0}.
     */
    public static String label(JsonValue label) {
        return switch (label) {
            case JsonBoolean(boolean truth) -> truth ? "True" : "False";
            case JsonDouble(double number) when Double.isNaN(number) -> "nan";
            case JsonDouble(double number) when Double.isInfinite(number) -> number > 0 ? "inf" : "-inf";
            case JsonString _, JsonInteger _, JsonDouble _, JsonNull _, JsonArray _, JsonObject _ -> key(label);
        };
    }

    /** A label as a key in an answer's probabilities: {@code false}, {@code 1e+16}, {@code 3.0}. */
    public static String key(JsonValue label) {
        return switch (label) {
            case JsonString(String text) -> text;
            case JsonInteger(String digits) -> digits;
            case JsonDouble(double number) -> JsonText.number(number);
            case JsonBoolean(boolean truth) -> truth ? "true" : "false";
            case JsonNull _, JsonArray _, JsonObject _ ->
                throw new IllegalArgumentException("a label is a JSON scalar other than null, not " + label);
        };
    }
}
