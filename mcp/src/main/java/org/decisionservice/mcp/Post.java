// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.decisionservice.host.AgentProtocol.Decisions;
import org.decisionservice.host.AgentProtocol.Posted;
import org.decisionservice.host.AgentProtocol.Reply;

/** One post over HTTP: a message, or a batch of them. Used by one thread. */
final class Post {
    private static final String SESSION = "Mcp-Session-Id";
    private static final byte[] NOTHING = {};

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    private final Posted posted;
    private final Decisions decisions;
    private final Map<McpProtocol.Call, Decisions> underWay;

    Post(Posted posted, Decisions decisions, Map<McpProtocol.Call, Decisions> underWay) {
        this.posted = posted;
        this.decisions = decisions;
        this.underWay = underWay;
    }

    Reply reply() {
        JsonNode body;
        try {
            body = Mapper.JSON.readTree(posted.body());
        } catch (JsonProcessingException _) {
            return refusal(Optional.empty(), error(ErrorCodes.PARSE_ERROR, "the body is not one JSON document"));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
        Revision revision;
        try {
            revision = Revision.of(posted.headers());
        } catch (McpError e) {
            return refusal(Incoming.id(body), e);
        }
        return body instanceof ArrayNode batch ? together(batch, revision) : alone(body, revision);
    }

    private Reply alone(JsonNode sent, Revision revision) {
        Optional<Object> id = Incoming.id(sent);
        try {
            Optional<Incoming.Message> message = Incoming.check(sent);
            Optional<ObjectNode> result = message.isEmpty() ? Optional.empty() : result(message.get(), revision);
            boolean begins = message.filter(Revision::isHandshake).isPresent();
            return result.map(made -> reply(
                            OK,
                            begins ? Map.of(SESSION, UUID.randomUUID().toString()) : Map.of(),
                            answer(id, "result", made)))
                    .orElseGet(Post::accepted);
        } catch (Tools.ArgumentsException e) {
            return reply(OK, Map.of(), answer(id, "result", revision.stamped(Mapper.JSON.valueToTree(e.result()))));
        } catch (CancellationException _) {
            // Nobody waits for an answer, and a broken connection would end the session of the Python client.
            return accepted();
        } catch (McpError e) {
            int code = e.getJsonRpcError().code();
            if (code == ErrorCodes.INVALID_REQUEST || !revision.handshakes()) {
                return refusal(id, e);
            }
            return reply(OK, Map.of(), answer(id, "error", json(e)));
        }
    }

    /** Answers a batch, as the oldest versions have it, one message after the other. */
    private Reply together(ArrayNode batch, Revision revision) {
        if (!revision.handshakes() || batch.isEmpty() || batch.size() > Conversation.MOST_TOGETHER) {
            return refusal(
                    Optional.empty(),
                    error(
                            ErrorCodes.INVALID_REQUEST,
                            "a post is one message, or before protocol version " + Revision.SELF_CONTAINED
                                    + " a batch of 1 to " + Conversation.MOST_TOGETHER));
        }
        ArrayNode answers = Mapper.JSON.createArrayNode();
        for (JsonNode sent : batch) {
            Optional<Object> id = Incoming.id(sent);
            try {
                Incoming.check(sent)
                        .flatMap(message -> result(message, revision))
                        .ifPresent(result -> answers.add(answer(id, "result", result)));
            } catch (Tools.ArgumentsException e) {
                answers.add(answer(id, "result", Mapper.JSON.valueToTree(e.result())));
            } catch (CancellationException _) {
                break;
            } catch (McpError e) {
                answers.add(answer(id, "error", json(e)));
            }
        }
        return answers.isEmpty() ? accepted() : reply(OK, Map.of(), answers);
    }

    /** The result of a request; empty for a notification. */
    private Optional<ObjectNode> result(Incoming.Message message, Revision revision) {
        if (message.id().isEmpty()) {
            if (message.method().equals(Conversation.CANCELLED)) {
                call(Incoming.id(message.parameters(), "requestId"))
                        .map(underWay::get)
                        .ifPresent(Decisions::cancel);
            }
            return Optional.empty();
        }
        revision.check(message);
        if (!message.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
            return Optional.of(revision.stamped(revision.result(message, decisions.version())));
        }
        Optional<McpProtocol.Call> call = call(message.id());
        call.ifPresent(named -> underWay.put(named, decisions));
        try {
            return Optional.of(revision.stamped(call(message.parameters())));
        } finally {
            call.ifPresent(named -> underWay.remove(named, decisions));
        }
    }

    private Optional<McpProtocol.Call> call(Optional<Object> id) {
        return posted.headers()
                .apply(SESSION)
                .flatMap(session -> id.map(given -> new McpProtocol.Call(posted.sender(), session, given)));
    }

    private ObjectNode call(ObjectNode parameters) {
        String name = parameters.path("name").textValue();
        if (!Tools.names().contains(name)) {
            throw error(ErrorCodes.INVALID_PARAMS, "there is no such tool; use one of " + Tools.names());
        }
        try {
            return Mapper.JSON.valueToTree(
                    new Tools(new PostedSource(decisions)).call(name, parameters.path("arguments")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException(e.getMessage());
        }
    }

    static McpError error(int code, String message) {
        return McpError.builder(code).message(message).build();
    }

    private static Reply refusal(Optional<Object> id, McpError error) {
        int status = error.getJsonRpcError().code() == ErrorCodes.METHOD_NOT_FOUND ? NOT_FOUND : BAD_REQUEST;
        return reply(status, Map.of(), answer(id, "error", json(error)));
    }

    private static ObjectNode json(McpError error) {
        return Mapper.JSON.valueToTree(error.getJsonRpcError());
    }

    private static ObjectNode answer(Optional<Object> id, String member, ObjectNode value) {
        ObjectNode answer = Mapper.JSON.createObjectNode().put("jsonrpc", McpSchema.JSONRPC_VERSION);
        answer.putPOJO("id", id.orElse(null));
        answer.set(member, value);
        return answer;
    }

    private static Reply accepted() {
        return new Reply(ACCEPTED, Map.of(), NOTHING);
    }

    private static Reply reply(int status, Map<String, String> headers, JsonNode body) {
        try {
            return new Reply(status, headers, Mapper.JSON.writeValueAsBytes(body));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }
}
