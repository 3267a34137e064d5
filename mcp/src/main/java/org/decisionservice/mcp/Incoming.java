// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Optional;

/**
 * Messages as a client sent them, with what the SDK takes for granted checked: it answers anything else in the words of
 * its libraries, or not at all.
 */
final class Incoming {
    private static final String ID = "id";
    private static final String METHOD = "method";
    private static final String PARAMS = "params";
    private static final String ARGUMENTS = "arguments";

    private Incoming() {}

    /**
     * A request, or a notification, which has no id.
     *
     * @param id a text or a whole number
     */
    record Message(String method, Optional<Object> id, ObjectNode parameters) {}

    /** Reads a message as {@link #check} does, into the SDK's types. */
    static Optional<McpSchema.JSONRPCMessage> read(JsonNode message) {
        return check(message).map(checked -> {
            Object parameters = Mapper.JSON.convertValue(checked.parameters(), Object.class);
            return checked.id().isEmpty()
                    ? new McpSchema.JSONRPCNotification(checked.method(), parameters)
                    : new McpSchema.JSONRPCRequest(
                            checked.method(), checked.id().get(), parameters);
        });
    }

    /**
     * Reads a message.
     *
     * @return empty for an answer, because nothing was asked, and for a notification that says nothing
     * @throws McpError that says what is wrong, for whoever sent it
     */
    static Optional<Message> check(JsonNode message) {
        if (!(message instanceof ObjectNode object)) {
            throw malformed("a message is a JSON object");
        }
        JsonNode method = object.get(METHOD);
        if (method == null && (object.has("result") || object.has("error"))) {
            return Optional.empty();
        }
        if (method == null || !method.isTextual()) {
            throw malformed("'method' must be a text");
        }
        if (!object.path("jsonrpc").asText().equals(McpSchema.JSONRPC_VERSION)) {
            throw malformed("'jsonrpc' must be \"" + McpSchema.JSONRPC_VERSION + '"');
        }
        if (!object.has(ID)) {
            // Nobody answers a notification, so one that is wrong is passed over.
            return given(object).map(parameters -> new Message(method.textValue(), Optional.empty(), parameters));
        }
        Object id = id(object).orElseThrow(() -> malformed("'id' must be a text or a whole number"));
        return Optional.of(new Message(method.textValue(), Optional.of(id), parameters(object, method.textValue())));
    }

    /** The id of a message, for the answer to it; empty if it has none that can be repeated. */
    static Optional<Object> id(JsonNode message) {
        return id(message, ID);
    }

    /** An id in another member. */
    static Optional<Object> id(JsonNode message, String member) {
        JsonNode id = message.path(member);
        if (id.isTextual()) {
            return Optional.of(id.textValue());
        }
        return id.isIntegralNumber() && id.canConvertToLong() ? Optional.of(id.numberValue()) : Optional.empty();
    }

    private static ObjectNode parameters(ObjectNode message, String method) {
        ObjectNode parameters = given(message).orElseThrow(() -> wrong("'params' must be an object"));
        if (method.equals(McpSchema.METHOD_TOOLS_CALL)) {
            if (!parameters.path("name").isTextual()) {
                throw wrong("'name' must be the name of a tool");
            }
            readArguments(parameters);
        }
        return parameters;
    }

    /** The parameters of a message, which may have none; empty if they are no object. */
    private static Optional<ObjectNode> given(ObjectNode message) {
        JsonNode given = message.path(PARAMS);
        return given.isMissingNode() || given.isNull() ? Optional.of(Mapper.JSON.createObjectNode()) : object(given);
    }

    /** Models often write arguments as JSON in a text. */
    private static void readArguments(ObjectNode parameters) {
        JsonNode given = parameters.path(ARGUMENTS);
        if (given.isTextual()) {
            parsed(given.textValue()).ifPresent(arguments -> parameters.set(ARGUMENTS, arguments));
        } else if (given.isNull()) {
            parameters.remove(ARGUMENTS);
        }
        if (parameters.has(ARGUMENTS) && !parameters.path(ARGUMENTS).isObject()) {
            throw new Tools.ArgumentsException();
        }
    }

    private static Optional<ObjectNode> parsed(String text) {
        try {
            return object(Mapper.JSON.readTree(text));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    private static Optional<ObjectNode> object(JsonNode node) {
        return node instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    private static McpError malformed(String why) {
        return McpError.builder(McpSchema.ErrorCodes.INVALID_REQUEST)
                .message("no message of JSON-RPC 2.0: " + why)
                .build();
    }

    private static McpError wrong(String why) {
        return McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
                .message(why)
                .build();
    }
}
