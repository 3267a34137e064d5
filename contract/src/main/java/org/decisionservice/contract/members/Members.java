// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.members;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/**
 * An object of a body, read member by member. A member that is null counts as left out.
 *
 * @param place where the object stands
 */
public record Members(Place place, Map<String, JsonValue> values) {

    /** {@code value}, which has to be an object. */
    public static Members of(Place place, JsonValue value) {
        if (value instanceof JsonObject object) {
            return new Members(place, object.members());
        }
        throw place.refuse(ErrorCode.INVALID_TYPE, "must be an object");
    }

    /** The place of that member, there or not. */
    public Place at(String name) {
        return place.member(name);
    }

    /** The member, unless it is null or not there. */
    public Optional<JsonValue> find(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !(value instanceof JsonNull));
    }

    /** {@code fix} says what to send. */
    public JsonValue required(String name, String fix) {
        return find(name).orElseThrow(() -> at(name).refuse(ErrorCode.MISSING_REQUIRED_PARAMETER, "missing; " + fix));
    }

    /** A string that has to be there, but may be empty. */
    public String text(String name, String fix) {
        return text(name, required(name, fix), fix);
    }

    /** A string that may be left out. */
    public Optional<String> optionalText(String name) {
        return find(name).map(value -> text(name, value, "send a string, or leave it out"));
    }

    private String text(String name, JsonValue value, String fix) {
        if (value instanceof JsonString text) {
            return text.value();
        }
        throw at(name).refuse(ErrorCode.INVALID_TYPE, "must be a string; " + fix);
    }

    /** An array that has to be there and hold something. */
    public List<JsonValue> array(String name, String fix) {
        if (required(name, fix) instanceof JsonArray array) {
            return nonEmpty(at(name), array);
        }
        throw at(name).refuse(ErrorCode.INVALID_TYPE, "must be an array; " + fix);
    }

    /** The elements of {@code array}, which stands at {@code place} and has to hold something. */
    public static List<JsonValue> nonEmpty(Place place, JsonArray array) {
        if (array.elements().isEmpty()) {
            throw place.refuse(ErrorCode.EMPTY_ARRAY, "must not be empty");
        }
        return array.elements();
    }
}
