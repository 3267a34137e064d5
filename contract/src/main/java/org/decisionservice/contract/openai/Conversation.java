// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
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
 * Turns the items of an input into turns: objects of role and content, as a System One client writes a conversation.
 * What carries no evidence, such as ids, is left out; the tool that an id points to is named instead. For one input.
 */
final class Conversation {
    private static final Set<String> ROLES = Set.of("user", "developer", "system", "assistant");

    /** Tools and their results pair up within a family only. */
    private enum Family {
        FUNCTION("function_call"),
        CUSTOM("custom_tool_call");

        private final String call;

        Family(String call) {
            this.call = call;
        }
    }

    private record Call(Family family, String tool) {}

    private final Map<String, Call> calls = new HashMap<>();

    /** A message of the user as the only item is the state itself, because some clients wrap every state in one. */
    static JsonValue read(Place input, List<JsonValue> items) {
        if (items.size() == 1) {
            Members item = Members.of(input.element(0), items.getFirst());
            if (type(item).equals("message") && role(item).equals("user")) {
                return content(item);
            }
        }
        Conversation conversation = new Conversation();
        List<JsonValue> turns = new ArrayList<>(items.size());
        for (JsonValue item : items) {
            turns.add(conversation.turn(Members.of(input.element(turns.size()), item)));
        }
        return new JsonArray(turns);
    }

    private JsonValue turn(Members item) {
        String type = type(item);
        return switch (type) {
            case "message" -> object("role", new JsonString(role(item)), "content", content(item));
            case "function_call" -> call(item, Family.FUNCTION, "arguments");
            case "custom_tool_call" -> call(item, Family.CUSTOM, "input");
            case "function_call_output" -> output(item, Family.FUNCTION);
            case "custom_tool_call_output" -> output(item, Family.CUSTOM);
            default ->
                throw item.place()
                        .refuse(
                                ErrorCode.UNSUPPORTED_CONTENT,
                                "items of the type " + Quote.of(type) + " are not supported; use message,"
                                        + " function_call, function_call_output, custom_tool_call or"
                                        + " custom_tool_call_output");
        };
    }

    private static String type(Members item) {
        return item.optionalText("type").orElse("message");
    }

    private static String role(Members message) {
        String role = message.text("role", "use user, developer, system or assistant");
        if (ROLES.contains(role)) {
            return role;
        }
        throw message.at("role")
                .refuse(
                        ErrorCode.INVALID_VALUE,
                        "unknown role " + Quote.of(role) + "; use user, developer, system or assistant");
    }

    private static JsonValue content(Members message) {
        return Contents.joined(ContentReader.values(message, "content"));
    }

    private JsonValue call(Members item, Family family, String argument) {
        String id = item.text("call_id", "send the id of the call");
        String name = item.text("name", "send the name of the tool");
        String tool =
                item.optionalText("namespace").map(space -> space + "." + name).orElse(name);
        String given = item.text(argument, "send a string, which may be empty");
        if (calls.putIfAbsent(id, new Call(family, tool)) != null) {
            throw item.at("call_id")
                    .refuse(ErrorCode.INVALID_VALUE, "an earlier call has this id; give every call its own");
        }
        // What a custom tool is given is free text.
        JsonValue argumentValue = family == Family.FUNCTION ? EmbeddedJson.of(given) : new JsonString(given);
        JsonValue toolCall = object("name", new JsonString(tool), argument, argumentValue);
        return object("role", new JsonString("assistant"), "tool_call", toolCall);
    }

    private JsonValue output(Members item, Family family) {
        String id = item.text("call_id", "send the id of the call that this is the output of");
        Call call = calls.get(id);
        if (call == null || call.family() != family) {
            throw item.at("call_id")
                    .refuse(
                            ErrorCode.INVALID_VALUE,
                            "no earlier " + family.call + " has this id; put the call before its output");
        }
        List<JsonValue> values = ContentReader.values(item, "output");
        boolean text = item.values().get("output") instanceof JsonString;
        JsonValue content = text ? EmbeddedJson.of(((JsonString) values.getFirst()).value()) : Contents.joined(values);
        SequencedMap<String, JsonValue> turn = new LinkedHashMap<>();
        turn.put("role", new JsonString("tool"));
        turn.put("name", new JsonString(call.tool()));
        turn.put("content", content);
        return new JsonObject(turn);
    }

    private static JsonObject object(String first, JsonValue one, String second, JsonValue two) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put(first, one);
        members.put(second, two);
        return new JsonObject(members);
    }
}
