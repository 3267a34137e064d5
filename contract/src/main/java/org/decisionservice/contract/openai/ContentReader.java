// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.List;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.members.Contents;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.members.Members;
import org.decisionservice.contract.members.Place;
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
            case JsonArray parts -> Contents.parts(place, parts, ContentReader::value);
            case JsonValue _ -> throw place.refuse(ErrorCode.INVALID_TYPE, "must be a string or an array; " + FIX);
        };
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
