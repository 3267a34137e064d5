// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.schema;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.decoding.WireDecimals;
import org.decisionservice.core.text.OptionTexts;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema of an object, read as questions: one for each property. An enum or a constant becomes a choice, a
 * boolean a noul, and an integer between bounds a score.
 *
 * @param fields the properties, by name, in the schema's order
 */
public record DecisionSchema(SequencedMap<String, Field> fields) {
    static final int MOST_PROPERTIES = 32;

    /** As many as a body has at most, so that a schema costs no more than a list of questions. */
    static final int MOST_CHARACTERS = 2 * 1024 * 1024;

    private static final double HALF = 0.5;

    /** A property, as the question that it becomes. */
    sealed interface Field {
        /** The text of its question. */
        JsonValue instructions();

        /** One of {@code values}; {@code labels} are what the model reads, as many, all different. */
        record OneOf(JsonValue instructions, List<JsonValue> values, List<String> labels) implements Field {}

        /** Whether something holds. */
        record Holds(JsonValue instructions) implements Field {}

        /** An integer of so many {@code levels}, of which {@code least} is the first. */
        record Level(JsonValue instructions, BigInteger least, int levels) implements Field {}
    }

    /**
     * Reads a schema.
     *
     * @throws RefusedException naming the place in it that cannot become a question
     */
    public static DecisionSchema read(@Nullable JsonValue value) {
        if (!(value instanceof JsonObject schema)) {
            throw refusal("schema", "must be a JSON Schema, an object with 'properties'");
        }
        JsonValue type = schema.members().getOrDefault("type", new JsonNull());
        boolean object = type instanceof JsonNull || type.equals(new JsonString("object"));
        if (!object || !(schema.members().get("properties") instanceof JsonObject properties)) {
            throw refusal(
                    "schema",
                    "the top level must be of the type 'object' and have 'properties' itself, not behind a '$ref'");
        }
        if (properties.members().isEmpty()) {
            throw refusal("schema.properties", "must hold at least one property");
        }
        if (properties.members().size() > MOST_PROPERTIES) {
            throw refusal(
                    "schema.properties",
                    String.format(
                            Locale.ROOT,
                            "too many properties (%d > %d); send several requests",
                            properties.members().size(),
                            MOST_PROPERTIES));
        }
        SequencedMap<String, Field> fields = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> property : properties.members().entrySet()) {
            if (property.getKey().isBlank()) {
                throw refusal("schema.properties", "the name of a property is blank; give every property a name");
            }
            fields.put(property.getKey(), SchemaProperty.read(schema, property.getKey(), property.getValue()));
        }
        refuseRepeatedText(fields);
        return new DecisionSchema(fields);
    }

    /** Properties can share a definition by reference, and so ask for far more text than a body holds. */
    private static void refuseRepeatedText(Map<String, Field> fields) {
        long characters = 0;
        for (Field field : fields.values()) {
            if (field.instructions() instanceof JsonString(String text)) {
                characters += text.length();
            }
            if (field instanceof Field.OneOf choice) {
                characters += choice.labels().stream().mapToLong(String::length).sum();
            }
        }
        if (characters > MOST_CHARACTERS) {
            throw new RefusedException(
                    Refusal.Kind.TOO_LARGE,
                    List.of("schema"),
                    String.format(
                            Locale.ROOT,
                            "'schema': the questions that it makes are too long (%d > %d characters); repeat less by"
                                    + " '$ref'",
                            characters,
                            MOST_CHARACTERS));
        }
    }

    static RefusedException refusal(String place, String why) {
        return new RefusedException(Refusal.Kind.INVALID, List.of(place.split("\\.", 3)), "'" + place + "': " + why);
    }

    /** The questions as a request has them, by the name of the property. */
    public SequencedMap<String, JsonValue> definitions() {
        SequencedMap<String, JsonValue> questions = new LinkedHashMap<>();
        fields.forEach((name, field) -> questions.put(name, definition(field)));
        return questions;
    }

    private static JsonObject definition(Field field) {
        SequencedMap<String, JsonValue> question = new LinkedHashMap<>();
        String type = switch (field) {
            case Field.OneOf _ -> "choice";
            case Field.Holds _ -> "noul";
            case Field.Level _ -> "score";
        };
        question.put("type", new JsonString(type));
        question.put("instructions", field.instructions());
        switch (field) {
            case Field.OneOf choice -> {
                SequencedMap<String, JsonValue> criteria = new LinkedHashMap<>();
                choice.labels().forEach(label -> criteria.put(label, new JsonNull()));
                question.put("criteria", new JsonObject(criteria));
            }
            case Field.Level score ->
                question.put(
                        "criteria",
                        new JsonArray(IntStream.range(0, score.levels())
                                .<JsonValue>mapToObj(level -> new JsonString(value(score, level)))
                                .toList()));
            case Field.Holds _ -> {}
        }
        return new JsonObject(question);
    }

    private static String value(Field.Level score, int level) {
        return score.least().add(BigInteger.valueOf(level)).toString();
    }

    /**
     * The object that the answers make: of a choice the value of the enum, of a noul whether its probability is at
     * least a half, of a score the integer of the most probable level, the first of several; null where the answer
     * abstained. What decides is what the client reads: probabilities rounded as they are written.
     *
     * @param answers one to each question
     */
    public JsonObject values(Map<String, Answer> answers) {
        SequencedMap<String, JsonValue> values = new LinkedHashMap<>();
        fields.forEach((name, field) -> values.put(name, value(field, Objects.requireNonNull(answers.get(name)))));
        return new JsonObject(values);
    }

    private static JsonValue value(Field field, Answer answer) {
        boolean abstained = answer.certainty()
                .abstention()
                .filter(gate -> gate.outcome() == Abstention.Outcome.ABSTAINED)
                .isPresent();
        if (abstained) {
            return new JsonNull();
        }
        return switch (field) {
            case Field.OneOf choice ->
                choice.values().get(answer.probabilities().argMax());
            case Field.Level score ->
                new JsonInteger(value(score, written(answer.probabilities()).argMax()));
            case Field.Holds _ ->
                new JsonBoolean(written(answer.probabilities()).get(1) >= HALF);
        };
    }

    private static Probabilities written(Probabilities exact) {
        return Probabilities.of(IntStream.range(0, exact.size())
                .mapToDouble(i -> WireDecimals.round(exact.get(i)))
                .toArray());
    }

    /** The label of a value of an enum, as upstream's library writes it. */
    static String label(JsonValue value) {
        return value instanceof JsonNull ? "null" : OptionTexts.label(value);
    }
}
