// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.schema;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.schema.DecisionSchema.Field;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * Follows one property of a schema to what it may hold: through references to the schema's own definitions, an {@code
 * allOf} of one schema, and unions of one schema with null. Only the keywords that count are carried along, so that a
 * step costs the same however much a definition holds.
 */
final class SchemaProperty {
    private static final int MOST_OPTIONS = 32;
    private static final int MOST_LEVELS = 10;

    /** Far more than generators of schemas write. */
    private static final int MOST_STEPS = 32;

    private static final List<String> DEFINITIONS = List.of("$defs", "definitions");

    private static final String DESCRIPTION = "description";
    private static final JsonString NULL_TYPE = new JsonString("null");
    private static final Set<String> DECIDING = Set.of("const", "enum", "type");
    private static final Set<String> KEYWORDS =
            Set.of("$ref", "allOf", "anyOf", "const", DESCRIPTION, "enum", "maximum", "minimum", "oneOf", "type");

    private final JsonObject schema;
    private final String name;
    private final String place;

    private SchemaProperty(JsonObject schema, String name) {
        this.schema = schema;
        this.name = name;
        String quoted = Quote.of(name);
        this.place = "schema.properties." + quoted.substring(1, quoted.length() - 1);
    }

    /** Reads the property {@code name} of {@code schema}. */
    static Field read(JsonObject schema, String name, JsonValue property) {
        if (!(property instanceof JsonObject object)) {
            SchemaProperty read = new SchemaProperty(schema, name);
            throw read.refuse("must be an object");
        }
        return new SchemaProperty(schema, name).followed(keywords(object));
    }

    private static Map<String, JsonValue> keywords(JsonObject object) {
        Map<String, JsonValue> keywords = new HashMap<>();
        for (String keyword : KEYWORDS) {
            JsonValue value = object.members().get(keyword);
            if (value != null) {
                keywords.put(keyword, value);
            }
        }
        return keywords;
    }

    private Field followed(Map<String, JsonValue> property) {
        Map<String, JsonValue> now = property;
        Set<JsonValue> seen = new HashSet<>();
        for (int step = 0; step < MOST_STEPS; step++) {
            JsonValue reference = now.get("$ref");
            if (reference != null) {
                now = referenced(now, reference, seen);
                continue;
            }
            Optional<Map<String, JsonValue>> branch =
                    DECIDING.stream().anyMatch(now::containsKey) ? Optional.empty() : branch(now);
            if (branch.isEmpty()) {
                return field(now);
            }
            now = branch.get();
        }
        throw refuse("more than " + MOST_STEPS + " schemas inside each other; flatten it");
    }

    /** The schema that a reference names, under the property's own keywords. The description of a type asks nothing. */
    private Map<String, JsonValue> referenced(
            Map<String, JsonValue> property, JsonValue reference, Set<JsonValue> seen) {
        String shown = reference instanceof JsonString(String text) ? Quote.of(text) : "(not a string)";
        if (!seen.add(reference)) {
            throw refuse("'$ref' " + shown + " leads back to itself; flatten the schema");
        }
        Map<String, JsonValue> merged = keywords(definition(reference)
                .orElseThrow(() -> refuse("'$ref' " + shown
                        + " names no definition in the '$defs' or 'definitions' of this" + " schema; put it there")));
        merged.remove(DESCRIPTION);
        property.forEach((keyword, value) -> {
            if (!keyword.equals("$ref")) {
                merged.put(keyword, value);
            }
        });
        return merged;
    }

    private Optional<JsonObject> definition(JsonValue reference) {
        if (!(reference instanceof JsonString(String text))) {
            return Optional.empty();
        }
        for (String place : DEFINITIONS) {
            String prefix = "#/" + place + "/";
            if (text.startsWith(prefix)
                    && schema.members().get(place) instanceof JsonObject definitions
                    && definitions.members().get(text.substring(prefix.length())) instanceof JsonObject definition) {
                return Optional.of(definition);
            }
        }
        return Optional.empty();
    }

    /** The one schema that the property wraps, if it wraps any. */
    private Optional<Map<String, JsonValue>> branch(Map<String, JsonValue> property) {
        if (property.get("allOf") instanceof JsonArray(List<JsonValue> all)
                && all.size() == 1
                && all.getFirst() instanceof JsonObject only) {
            Map<String, JsonValue> merged = keywords(only);
            property.forEach((keyword, value) -> {
                if (!keyword.equals("allOf")) {
                    merged.put(keyword, value);
                }
            });
            return Optional.of(merged);
        }
        JsonValue union = saysNothing(property.get("anyOf")) ? property.get("oneOf") : property.get("anyOf");
        if (union == null || union instanceof JsonNull) {
            return Optional.empty();
        }
        List<JsonObject> branches = new ArrayList<>();
        if (union instanceof JsonArray(List<JsonValue> each)) {
            for (JsonValue branch : each) {
                if (branch instanceof JsonObject object
                        && !NULL_TYPE.equals(object.members().get("type"))) {
                    branches.add(object);
                }
            }
        }
        if (branches.size() != 1) {
            throw refuse("a union must be of one schema and null, and this one is of " + branches.size()
                    + " schemas; use one 'enum'");
        }
        Map<String, JsonValue> only = keywords(branches.getFirst());
        if (property.containsKey(DESCRIPTION)) {
            only.putIfAbsent(DESCRIPTION, property.get(DESCRIPTION));
        }
        return Optional.of(only);
    }

    private Field field(Map<String, JsonValue> property) {
        if (property.containsKey("const")) {
            return oneOf(property, List.of(property.get("const")));
        }
        if (property.containsKey("enum")) {
            if (property.get("enum") instanceof JsonArray(List<JsonValue> values)) {
                return oneOf(property, values);
            }
            throw refuse("'enum' must be an array of values");
        }
        return switch (type(property.get("type"))) {
            case "boolean" -> holds(property);
            case "integer", "number" -> level(property);
            case "string" -> throw refuse("a free text has no options to choose among; use an 'enum' or a boolean");
            case "array" -> throw refuse("an array is no answer to one question; make each element a property");
            case "object" ->
                throw refuse("an object is no answer to one question; make its properties this schema's own");
            default ->
                throw refuse("no question can be made of it; use an 'enum', a boolean, or an integer with 'minimum'"
                        + " and 'maximum'");
        };
    }

    /** The one type beside null; empty if there is none. */
    private String type(@Nullable JsonValue type) {
        List<JsonValue> types = switch (type) {
            case null -> List.<JsonValue>of();
            case JsonArray(List<JsonValue> several) ->
                several.stream().filter(each -> !each.equals(NULL_TYPE)).toList();
            case JsonValue one -> List.of(one);
        };
        if (types.size() > 1) {
            throw refuse("'type' names several types; name one, and null if it may be missing");
        }
        return !types.isEmpty() && types.getFirst() instanceof JsonString(String text) ? text : "";
    }

    private Field oneOf(Map<String, JsonValue> property, List<JsonValue> values) {
        if (values.size() > MOST_OPTIONS) {
            throw refuse(String.format(
                    Locale.ROOT, "'enum' has too many values (%d > %d); use fewer", values.size(), MOST_OPTIONS));
        }
        if (values.isEmpty()) {
            throw refuse("'enum' must hold at least one value");
        }
        if (values.contains(new JsonBoolean(true))
                && values.contains(new JsonBoolean(false))
                && values.stream().allMatch(JsonBoolean.class::isInstance)) {
            return holds(property);
        }
        if (values.stream().anyMatch(value -> value instanceof JsonArray || value instanceof JsonObject)) {
            throw refuse("'enum' holds an array or an object; use strings, numbers, booleans and null");
        }
        List<String> labels = values.stream().map(DecisionSchema::label).toList();
        if (new HashSet<>(labels).size() < labels.size()) {
            throw refuse("'enum' holds values that are written alike; keep one of them");
        }
        return new Field.OneOf(instructions(property, "What is `" + name + "`?"), values, labels);
    }

    private Field holds(Map<String, JsonValue> property) {
        return new Field.Holds(instructions(property, "Is `" + name + "` true?"));
    }

    private Field level(Map<String, JsonValue> property) {
        if (!(property.get("minimum") instanceof JsonInteger(String least))
                || !(property.get("maximum") instanceof JsonInteger(String most))) {
            throw refuse("a number needs integers as 'minimum' and 'maximum', which are part of the scale");
        }
        BigInteger first = new BigInteger(least);
        BigInteger levels = new BigInteger(most).subtract(first).add(BigInteger.ONE);
        if (levels.signum() <= 0) {
            throw refuse("'maximum' is below 'minimum'; swap them");
        }
        if (levels.compareTo(BigInteger.valueOf(MOST_LEVELS)) > 0) {
            throw refuse("the scale has more than " + MOST_LEVELS + " levels; narrow it, or use an 'enum'");
        }
        return new Field.Level(
                instructions(property, "Score `" + name + "` from " + least + " to " + most), first, levels.intValue());
    }

    private static JsonValue instructions(Map<String, JsonValue> property, String otherwise) {
        JsonValue description = property.get(DESCRIPTION);
        return description == null || saysNothing(description) ? new JsonString(otherwise) : description;
    }

    /** Whether a value is one that says as little as none: null, false, zero, or empty. */
    private static boolean saysNothing(@Nullable JsonValue value) {
        return switch (value) {
            case null -> true;
            case JsonNull _ -> true;
            case JsonString(String text) -> text.isBlank();
            case JsonBoolean(boolean truth) -> !truth;
            case JsonInteger(String digits) -> digits.equals("0");
            case JsonDouble(double number) -> number == 0;
            case JsonArray(List<JsonValue> elements) -> elements.isEmpty();
            case JsonObject object -> object.members().isEmpty();
        };
    }

    private RefusedException refuse(String why) {
        return DecisionSchema.refusal(place, why);
    }
}
