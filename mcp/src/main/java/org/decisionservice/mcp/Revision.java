// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rules of the protocol version that a post over HTTP names in its header. Older versions begin with a handshake;
 * from {@link #SELF_CONTAINED} on, every request says of itself what a handshake would have said.
 *
 * @param headers of the post
 * @param handshakes whether the version has a handshake
 */
record Revision(Function<String, Optional<String>> headers, boolean handshakes) {
    /** The first version without a handshake. */
    static final String SELF_CONTAINED = "2026-07-28";

    /** The versions with a handshake, the newest first. */
    private static final List<String> HANDSHAKES = List.of(
            ProtocolVersions.MCP_2025_11_25,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2024_11_05);

    private static final String VERSION_HEADER = "MCP-Protocol-Version";
    private static final String METHOD_HEADER = "Mcp-Method";
    private static final String NAME_HEADER = "Mcp-Name";

    private static final String DISCOVER = "server/discover";

    /** The prefix of the members of {@code _meta} that the protocol defines. */
    private static final String META = "io.modelcontextprotocol/";

    private static final int HEADERS_DIFFER = -32020;
    private static final int UNSUPPORTED_VERSION = -32022;

    /** Tools change with a release of the service only, but clients should not keep those of an old one for long. */
    private static final int FRESH_MILLIS = 60_000;

    /**
     * The rules that a post names; those of the versions with a handshake if it names none.
     *
     * @throws McpError if nobody here knows them
     */
    static Revision of(Function<String, Optional<String>> headers) {
        String named = headers.apply(VERSION_HEADER).orElse(HANDSHAKES.getFirst());
        if (!named.equals(SELF_CONTAINED) && !HANDSHAKES.contains(named)) {
            List<String> supported = Stream.concat(Stream.of(SELF_CONTAINED), HANDSHAKES.stream())
                    .toList();
            throw McpError.builder(UNSUPPORTED_VERSION)
                    .message("this protocol version is not supported; " + VERSION_HEADER + " takes one of " + supported)
                    .data(Map.of("supported", supported, "requested", named))
                    .build();
        }
        return new Revision(headers, !named.equals(SELF_CONTAINED));
    }

    static boolean isHandshake(Incoming.Message message) {
        return message.method().equals(McpSchema.METHOD_INITIALIZE);
    }

    /**
     * Checks that a request and the headers of its post say the same, so that a proxy may go by the headers.
     *
     * @throws McpError if they do not
     */
    void check(Incoming.Message request) {
        if (handshakes) {
            return;
        }
        ObjectNode parameters = request.parameters();
        for (String required : List.of("protocolVersion", "clientCapabilities")) {
            if (!parameters.path("_meta").has(META + required)) {
                throw Post.error(ErrorCodes.INVALID_PARAMS, "'params._meta' must have '" + META + required + "'");
            }
        }
        require(
                VERSION_HEADER,
                parameters.path("_meta").path(META + "protocolVersion").asText());
        require(METHOD_HEADER, request.method());
        if (request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
            require(NAME_HEADER, parameters.path("name").asText());
        }
    }

    private void require(String header, String value) {
        if (!headers.apply(header).equals(Optional.of(value))) {
            throw Post.error(HEADERS_DIFFER, "the header " + header + " must be what the body says");
        }
    }

    /**
     * The result of a request that calls no tool.
     *
     * @param version of the service
     * @throws McpError if there is no such method
     */
    ObjectNode result(Incoming.Message request, String version) {
        ObjectNode result = Mapper.JSON.createObjectNode();
        String method = request.method();
        if (method.equals(McpSchema.METHOD_TOOLS_LIST)) {
            result.set("tools", Tools.definitions());
        } else if (handshakes && method.equals(McpSchema.METHOD_INITIALIZE)) {
            String offered = request.parameters().path("protocolVersion").asText();
            result.put("protocolVersion", HANDSHAKES.contains(offered) ? offered : HANDSHAKES.getFirst());
            describe(result);
            result.set("serverInfo", server(version));
        } else if (!handshakes && method.equals(DISCOVER)) {
            // Only the version of these rules: clients find the others by a handshake.
            result.putArray("supportedVersions").add(SELF_CONTAINED);
            describe(result);
            result.putObject("_meta").set(META + "serverInfo", server(version));
        } else if (!handshakes || !method.equals(McpSchema.METHOD_PING)) {
            throw Post.error(
                    ErrorCodes.METHOD_NOT_FOUND, "there is no such method; tools/list and tools/call are there");
        }
        return handshakes ? result : result.put("ttlMs", FRESH_MILLIS).put("cacheScope", "private");
    }

    private static void describe(ObjectNode result) {
        result.putObject("capabilities").putObject("tools").put("listChanged", false);
        result.put("instructions", Conversation.INSTRUCTIONS);
    }

    private static ObjectNode server(String version) {
        return Mapper.JSON.createObjectNode().put("name", "decision-service").put("version", version);
    }

    /** A result as its version has it. */
    ObjectNode stamped(ObjectNode result) {
        return handshakes ? result : result.put("resultType", "complete");
    }
}
