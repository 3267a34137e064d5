// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.members;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonString;

/** The content of a message or of instructions: a string, or parts whose kinds the API's own package knows. */
public final class Contents {
    private Contents() {}

    /** The values of an array of parts, which stands at {@code place}; {@code reader} reads one part. */
    public static List<JsonValue> parts(Place place, JsonArray array, Function<Members, JsonValue> reader) {
        List<JsonValue> parts = Members.nonEmpty(place, array);
        List<JsonValue> values = new ArrayList<>(parts.size());
        for (JsonValue part : parts) {
            values.add(reader.apply(Members.of(place.element(values.size()), part)));
        }
        return values;
    }

    /** Texts become one text, a line each; a single value stays what it is; anything else stays an array. */
    public static JsonValue joined(List<JsonValue> values) {
        if (values.stream().allMatch(JsonString.class::isInstance)) {
            return new JsonString(
                    values.stream().map(value -> ((JsonString) value).value()).collect(Collectors.joining("\n")));
        }
        return values.size() == 1 ? values.getFirst() : new JsonArray(values);
    }
}
