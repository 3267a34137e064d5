// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.golden;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Question.Option;
import org.decisionservice.api.Question.Side;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonText;

/** Converts recorded definitions, all of them valid, to questions and states. */
public final class GoldenQuestions {
    private final JsonObject definition;
    private final String instructions;
    private final Optional<List<Integer>> optionOrder;

    private GoldenQuestions(JsonNode recorded) {
        this.definition = (JsonObject) GoldenJson.read(recorded.toString());
        this.instructions = JsonText.asText(get(definition, "instructions").orElseThrow());
        this.optionOrder = Optional.ofNullable(recorded.get("option_order"))
                .map(order -> StreamSupport.stream(order.spliterator(), false)
                        .map(JsonNode::intValue)
                        .toList());
    }

    public static State state(JsonNode packing) {
        return JsonText.state(GoldenJson.read(packing.get("state_raw").textValue()));
    }

    public static Question question(JsonNode packing) {
        JsonNode recorded = packing.get("question");
        var reader = new GoldenQuestions(recorded);
        return switch (recorded.get("type").textValue()) {
            case "choice" -> new Question.Choice(reader.instructions, reader.options(), reader.optionOrder);
            case "score" -> new Question.Score(reader.instructions, reader.levels(), reader.optionOrder);
            default ->
                new Question.Noul(reader.instructions, reader.side("false"), reader.side("true"), reader.optionOrder);
        };
    }

    private List<Option> options() {
        return switch (get(definition, "criteria").orElseThrow()) {
            case JsonObject(var members) ->
                members.entrySet().stream()
                        .map(e -> new Option(new JsonString(e.getKey()), description(e.getValue())))
                        .toList();
            case JsonArray(var labels) ->
                labels.stream()
                        .map(label -> new Option(label, Optional.empty()))
                        .toList();
            case JsonValue other -> throw new IllegalArgumentException("criteria of a choice: " + other);
        };
    }

    private List<String> levels() {
        return ((JsonArray) get(definition, "criteria").orElseThrow())
                .elements().stream().map(JsonText::asText).toList();
    }

    private Side side(String name) {
        Optional<JsonValue> meaning = get(definition, "criteria")
                .flatMap(criteria -> ((JsonObject) criteria)
                        .members().entrySet().stream()
                                .filter(e -> e.getKey().toLowerCase(Locale.ROOT).equals(name))
                                .map(java.util.Map.Entry::getValue)
                                .findFirst());
        String label = get(definition, "labels")
                .flatMap(labels -> get((JsonObject) labels, name))
                .map(text -> JsonText.asText(text).strip())
                .orElse(name);
        return new Side(label, meaning.flatMap(GoldenQuestions::description));
    }

    private static Optional<String> description(JsonValue value) {
        return value instanceof JsonNull
                ? Optional.empty()
                : Optional.of(JsonText.asText(value)).filter(text -> !text.isEmpty());
    }

    private static Optional<JsonValue> get(JsonObject object, String name) {
        return Optional.ofNullable(object.members().get(name)).filter(value -> !(value instanceof JsonNull));
    }
}
