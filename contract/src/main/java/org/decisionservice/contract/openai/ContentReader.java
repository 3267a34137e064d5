// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.text.Quote;

/**
 * Reads the content of a message, a tool's output or instructions: a string, or an array of parts. OpenAI ties kinds of
 * parts to roles; here every kind that can be read is taken everywhere.
 */
final class ContentReader {
    private static final String FIX = "send a string, or an array of parts";

    private ContentReader() {}

    /** The values of a member: a string is one value, and so is each part. */
    static List<JsonValue> values(Members members, String name) {
        Place place = members.at(name);
        return switch (members.required(name, FIX)) {
            case JsonString text -> List.of(text);
            case JsonArray parts -> parts(place, Members.nonEmpty(place, parts));
            case JsonValue _ -> throw place.refuse(ErrorCode.INVALID_TYPE, "must be a string or an array; " + FIX);
        };
    }

    /** Texts become one text, a line each; a single value stays what it is; anything else stays an array. */
    static JsonValue joined(List<JsonValue> values) {
        if (values.stream().allMatch(JsonString.class::isInstance)) {
            return new JsonString(
                    values.stream().map(value -> ((JsonString) value).value()).collect(Collectors.joining("\n")));
        }
        return values.size() == 1 ? values.getFirst() : new JsonArray(values);
    }

    private static List<JsonValue> parts(Place place, List<JsonValue> parts) {
        List<JsonValue> values = new ArrayList<>(parts.size());
        for (JsonValue part : parts) {
            values.add(value(Members.of(place.element(values.size()), part)));
        }
        return values;
    }

    private static JsonValue value(Members part) {
        String type = part.text("type", "use input_text, output_text, refusal or input_json");
        return switch (type) {
            case "input_text", "output_text" -> new JsonString(part.text("text", "send the text"));
            case "refusal" -> new JsonString(part.text("refusal", "send the text"));
            case "input_json" -> data(part);
            case "input_image" ->
                throw part.place()
                        .refuse(
                                ErrorCode.UNSUPPORTED_CONTENT,
                                "images are not supported; this service reads text and JSON. Remove the part or"
                                        + " describe the image in text");
            default ->
                throw part.place()
                        .refuse(
                                ErrorCode.UNSUPPORTED_CONTENT,
                                "parts of the type " + Quote.of(type)
                                        + " are not supported; use input_text, output_text, refusal or input_json");
        };
    }

    private static JsonValue data(Members part) {
        JsonValue data = part.required("data", "send an object or an array");
        if (data instanceof JsonObject || data instanceof JsonArray) {
            return data;
        }
        throw part.at("data").refuse(ErrorCode.INVALID_TYPE, "must be an object or an array");
    }
}
