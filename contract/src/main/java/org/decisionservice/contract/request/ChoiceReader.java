// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.core.text.Quote;

/** Reads the options of a choice: an object of label to description, or an array of labels. */
final class ChoiceReader {
    private ChoiceReader() {}

    static Question.Choice read(QuestionReader question, String instructions) {
        List<Question.Option> options = switch (question.member("criteria")) {
            case JsonObject object -> described(object);
            case JsonArray array -> bare(question, array);
            case null, default ->
                throw question.lacks(
                        "criteria",
                        "a choice takes 'criteria' as an object of label to description, or as an array of labels");
        };
        if (options.isEmpty()) {
            throw question.refuse("a choice needs at least one option in 'criteria'");
        }
        question.refuseLabels();
        return new Question.Choice(instructions, options, question.optionOrder(options.size()));
    }

    private static List<Question.Option> described(JsonObject criteria) {
        List<Question.Option> options = new ArrayList<>();
        criteria.members()
                .forEach((label, description) -> options.add(
                        new Question.Option(new JsonString(label), QuestionReader.description(description))));
        return options;
    }

    private static List<Question.Option> bare(QuestionReader question, JsonArray criteria) {
        List<Question.Option> options = new ArrayList<>();
        Map<Object, Integer> seen = new HashMap<>();
        Map<String, Integer> keys = new HashMap<>();
        for (JsonValue label : criteria.elements()) {
            int index = options.size();
            Integer first = seen.putIfAbsent(identity(question, index, label), index);
            if (first != null) {
                throw question.refuse(String.format(
                        Locale.ROOT,
                        "choice label %d repeats label %d; every option needs its own (1, 1.0 and true are one)",
                        index,
                        first));
            }
            Integer alike = keys.putIfAbsent(OptionTexts.key(label), index);
            if (alike != null) {
                throw question.refuse(String.format(
                                Locale.ROOT,
                                "choice labels %d and %d are written alike: %s and %s would be one key of 'probabilities';",
                                alike,
                                index,
                                shown(criteria.elements().get(alike)),
                                shown(label))
                        + " word one of them differently");
            }
            options.add(new Question.Option(label, Optional.empty()));
        }
        return options;
    }

    /** A label as the client wrote it, so that 1 and "1" can be told apart. */
    private static String shown(JsonValue label) {
        return label instanceof JsonString text ? "the string " + Quote.of(text.value()) : OptionTexts.key(label);
    }

    /**
     * Labels are answer keys, and in the upstream implementation numbers and booleans of equal value are the same key.
     */
    private static Object identity(QuestionReader question, int index, JsonValue label) {
        return switch (label) {
            case JsonString text -> text.value();
            case JsonBoolean truth -> number(truth.value() ? BigDecimal.ONE : BigDecimal.ZERO);
            case JsonInteger number -> number(new BigDecimal(number.digits()));
            case JsonDouble number when Double.isFinite(number.value()) -> number(new BigDecimal(number.value()));
            case JsonDouble _ ->
                throw question.refuse(String.format(
                        Locale.ROOT, "choice label %d is beyond the range of a number; use a string", index));
            case JsonNull _ ->
                throw question.refuse(String.format(
                        Locale.ROOT, "choice label %d is null; use a string, a number or a boolean", index));
            case JsonArray _, JsonObject _ ->
                throw question.refuse(String.format(
                        Locale.ROOT,
                        "choice label %d is an array or object; use a string, a number or a boolean",
                        index));
        };
    }

    /** By its exact value: 1, 1.0 and 1e0 are equal. */
    private static BigDecimal number(BigDecimal value) {
        return value.stripTrailingZeros();
    }
}
