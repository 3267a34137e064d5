// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;

/** Turns questions into the JSON of a request. */
final class RequestWriter {
    static final String FALSE = "false";
    static final String TRUE = "true";

    private RequestWriter() {}

    static JsonObject questions(List<NamedQuestion> questions) {
        SequencedMap<String, JsonValue> byId = new LinkedHashMap<>();
        for (NamedQuestion named : questions) {
            if (byId.put(named.id(), question(named)) != null) {
                throw new IllegalArgumentException("two questions have the id '" + named.id() + "'; rename one");
            }
        }
        return new JsonObject(byId);
    }

    private static JsonObject question(NamedQuestion named) {
        Question question = named.question();
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put("type", new JsonString(question.type().wireName()));
        members.put("instructions", new JsonString(question.instructions()));
        switch (question) {
            case Question.Choice choice -> members.put("criteria", options(choice.options()));
            case Question.Score score ->
                members.put(
                        "criteria",
                        new JsonArray(
                                score.levels().stream().map(RequestWriter::text).toList()));
            case Question.Noul noul -> sides(members, noul);
        }
        question.optionOrder()
                .ifPresent(order -> members.put(
                        "option_order",
                        new JsonArray(order.stream()
                                .map(slot -> (JsonValue) new JsonInteger(Integer.toString(slot)))
                                .toList())));
        named.minConfidence().ifPresent(threshold -> members.put("min_confidence", new JsonDouble(threshold)));
        return new JsonObject(members);
    }

    /** An array of labels if none is described: labels of an array keep their JSON type. */
    private static JsonValue options(List<Question.Option> options) {
        if (options.stream().allMatch(option -> option.description().isEmpty())) {
            return new JsonArray(options.stream().map(Question.Option::label).toList());
        }
        SequencedMap<String, JsonValue> described = new LinkedHashMap<>();
        for (Question.Option option : options) {
            if (described.put(
                            Json.plain(option.label()),
                            text(option.description().orElse("")))
                    != null) {
                throw new IllegalArgumentException(
                        "two options have the label '" + Json.plain(option.label()) + "'; rename one");
            }
        }
        return new JsonObject(described);
    }

    private static void sides(SequencedMap<String, JsonValue> members, Question.Noul noul) {
        SequencedMap<String, JsonValue> criteria = new LinkedHashMap<>();
        describe(criteria, FALSE, noul.whenFalse().description());
        describe(criteria, TRUE, noul.whenTrue().description());
        if (!criteria.isEmpty()) {
            members.put("criteria", new JsonObject(criteria));
        }
        if (!noul.whenFalse().label().equals(FALSE) || !noul.whenTrue().label().equals(TRUE)) {
            SequencedMap<String, JsonValue> labels = new LinkedHashMap<>();
            labels.put(FALSE, text(noul.whenFalse().label()));
            labels.put(TRUE, text(noul.whenTrue().label()));
            members.put("labels", new JsonObject(labels));
        }
    }

    private static void describe(SequencedMap<String, JsonValue> criteria, String side, Optional<String> description) {
        description.ifPresent(meaning -> criteria.put(side, text(meaning)));
    }

    private static JsonValue text(String value) {
        return new JsonString(value);
    }
}
