// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.List;
import java.util.Locale;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.members.Members;
import org.decisionservice.contract.members.Place;

/** The state in {@code input}: a text, or items. */
final class InputReader {
    static final int MOST_ITEMS = 1_000;

    private static final Place INPUT = Place.BODY.member("input");
    private static final String FIX = "send a string, or an array of messages and tool calls";

    private InputReader() {}

    static JsonValue read(Members body) {
        return switch (body.find("input").orElseThrow(() -> missing(body))) {
            case JsonString text -> text;
            case JsonArray array -> items(array);
            case JsonValue _ -> throw INPUT.refuse(ErrorCode.INVALID_TYPE, "must be a string or an array; " + FIX);
        };
    }

    private static RuntimeException missing(Members body) {
        return INPUT.refuse(
                ErrorCode.MISSING_REQUIRED_PARAMETER,
                body.values().containsKey("state")
                        ? "missing; a body with 'state' belongs to POST /v1/systemone, here the state is 'input'"
                        : "missing; " + FIX);
    }

    private static JsonValue items(JsonArray array) {
        List<JsonValue> items = Members.nonEmpty(INPUT, array);
        if (items.size() > MOST_ITEMS) {
            throw INPUT.refuse(
                    ErrorCode.ARRAY_ABOVE_MAX_LENGTH,
                    String.format(Locale.ROOT, "too many items (%d > %d); send the latest", items.size(), MOST_ITEMS));
        }
        return Conversation.read(INPUT, items);
    }
}
