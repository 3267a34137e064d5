// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

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

/** Reads an input or instructions: a string, one content, or an array of contents, of which only texts can be read. */
final class TextReader {
    private static final String FIX = "send a string, or contents of the type text";

    /** Parts that the API takes beside text. */
    private static final List<String> MEDIA = List.of("image", "audio", "video", "document");

    private TextReader() {}

    /** The text of a member; several contents are a line each. */
    static JsonValue read(Members members, String name) {
        Place place = members.at(name);
        return switch (members.required(name, FIX)) {
            case JsonString text -> text;
            case JsonObject content -> text(Members.of(place, content));
            case JsonArray contents -> Contents.joined(Contents.parts(place, contents, TextReader::text));
            case JsonValue _ ->
                throw place.refuse(ErrorCode.INVALID_TYPE, "must be a string, an object or an array; " + FIX);
        };
    }

    private static JsonValue text(Members content) {
        String type = content.text("type", "use text");
        if (type.equals("text")) {
            return new JsonString(content.text("text", "send the text"));
        }
        String what = MEDIA.contains(type) ? type + " contents are" : "contents of the type " + Quote.of(type) + " are";
        throw content.place()
                .refuse(
                        ErrorCode.UNSUPPORTED_CONTENT,
                        what + " not supported; this service reads text. Remove the content, or say in text what it"
                                + " holds");
    }
}
