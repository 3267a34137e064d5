// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/**
 * A member-by-member view of an object that the service wrote. A service that speaks the upstream contract writes its
 * own members with {@code x_} before their names; both names are one here. Every method refuses a value of another type
 * with an IllegalArgumentException.
 */
record Members(JsonObject object) {
    private static final int LONGEST_SHOWN = 80;

    static Members of(JsonValue value) {
        if (value instanceof JsonObject object) {
            return new Members(object);
        }
        throw new IllegalArgumentException("not an object: " + shown(value));
    }

    Optional<JsonValue> find(String name) {
        JsonValue own = object.members().get(name);
        JsonValue value = own == null ? object.members().get("x_" + name) : own;
        return value == null || value instanceof JsonNull ? Optional.empty() : Optional.of(value);
    }

    JsonValue value(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("'" + name + "' is missing"));
    }

    Optional<Members> object(String name) {
        return find(name).map(Members::of);
    }

    Optional<String> text(String name) {
        return find(name).map(value -> value instanceof JsonString(String text) ? text : Json.text(value));
    }

    boolean truth(String name, boolean otherwise) {
        return find(name)
                .map(value -> value instanceof JsonBoolean(boolean truth) && truth)
                .orElse(otherwise);
    }

    double number(String name) {
        return number(value(name));
    }

    /** A number from 0 to 1. */
    double share(String name) {
        return share(name, number(name));
    }

    OptionalDouble optionalShare(String name) {
        return find(name).isPresent() ? OptionalDouble.of(share(name)) : OptionalDouble.empty();
    }

    static double share(String name, double number) {
        return between(name, number, 1);
    }

    /** {@code number}, if it is from 0 to {@code most}. */
    static double between(String name, double number, int most) {
        if (number >= 0 && number <= most) {
            return number;
        }
        throw new IllegalArgumentException("'" + name + "' is " + number + ", which is not from 0 to " + most);
    }

    int count(String name, int otherwise) {
        return find(name).map(Members::count).orElse(otherwise);
    }

    OptionalInt optionalCount(String name) {
        Optional<JsonValue> value = find(name);
        return value.isPresent() ? OptionalInt.of(count(value.get())) : OptionalInt.empty();
    }

    List<JsonValue> elements(String name) {
        return find(name).map(Members::elements).orElse(List.of());
    }

    List<String> texts(String name) {
        return elements(name).stream().map(Json::plain).toList();
    }

    /** Numbers by name, in the order of the document. */
    SequencedMap<String, Double> numbers(String name) {
        SequencedMap<String, Double> numbers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> member :
                of(value(name)).object.members().entrySet()) {
            numbers.put(member.getKey(), number(member.getValue()));
        }
        return numbers;
    }

    /** Texts by name, in the order of the document. */
    SequencedMap<String, String> textsByName(String name) {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        object(name)
                .ifPresent(
                        members -> members.object.members().forEach((key, text) -> texts.put(key, Json.plain(text))));
        return texts;
    }

    static double number(JsonValue value) {
        return switch (value) {
            case JsonDouble(double number) -> number;
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonString _, JsonBoolean _, JsonNull _, JsonArray _, JsonObject _ ->
                throw new IllegalArgumentException("not a number: " + shown(value));
        };
    }

    static int count(JsonValue value) {
        if (value instanceof JsonInteger(String digits)) {
            return Integer.parseInt(digits);
        }
        throw new IllegalArgumentException("not a whole number: " + shown(value));
    }

    /** The beginning of a value, for a message. */
    private static String shown(JsonValue value) {
        String text = Json.text(value);
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }

    static List<JsonValue> elements(JsonValue value) {
        if (value instanceof JsonArray(List<JsonValue> elements)) {
            return elements;
        }
        throw new IllegalArgumentException("not an array: " + shown(value));
    }
}
