// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.host.AgentProtocol.Decisions;
import org.decisionservice.host.AgentProtocol.Posted;
import org.decisionservice.host.AgentProtocol.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Model Context Protocol over HTTP, without the socket. */
class PostTest {
    private static final String SELF_CONTAINED = "2026-07-28";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ARGUMENTS =
            "{\"state\": \"x\", \"questions\": {\"late\": {\"type\": \"noul\", \"instructions\": \"late?\"}}}";

    /** What answers every decision alike. */
    private static final class Alike implements Decisions {
        @Override
        public String version() {
            return "1";
        }

        @Override
        public byte[] ask(DecisionRoute route, byte[] body) {
            return "{\"answers\": {\"late\": {\"noul\": 0.75}}}".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] plan(byte[] body) {
            throw new UnsupportedOperationException("nobody plans here");
        }

        @Override
        public byte[] health() {
            return "{\"status\": \"ok\"}".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void cancel() {}
    }

    private static Reply post(String body, String... headers) {
        Map<String, String> sent = Arrays.stream(headers)
                .map(header -> header.split(": ", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        return new McpProtocol()
                .answer(
                        new Posted(
                                body.getBytes(StandardCharsets.UTF_8), name -> Optional.ofNullable(sent.get(name)), ""),
                        new Alike());
    }

    private static JsonNode json(Reply reply) throws IOException {
        return JSON.readTree(reply.body());
    }

    private static String message(Object id, String method, String parameters) {
        return "{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"method\": \"" + method + "\", \"params\": " + parameters
                + "}";
    }

    private static String call(Object id, String tool, String arguments) {
        return message(id, "tools/call", "{\"name\": \"" + tool + "\", \"arguments\": " + arguments + "}");
    }

    /** A request of the version without a handshake, with the headers that belong to it. */
    private static Reply alone(String method, String name, String parameters) throws IOException {
        String meta = "{\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"" + SELF_CONTAINED
                + "\", \"io.modelcontextprotocol/clientCapabilities\": {}}" + parameters + "}";
        return post(
                message(7, method, meta),
                "MCP-Protocol-Version: " + SELF_CONTAINED,
                "Mcp-Method: " + method,
                "Mcp-Name: " + name);
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25,2025-11-25",
        "2025-06-18,2025-06-18",
        "2025-03-26,2025-03-26",
        "1999-01-01,2025-11-25",
        SELF_CONTAINED + ",2025-11-25"
    })
    void aHandshakeSettlesTheVersion(String offered, String settled) throws IOException {
        Reply begun = post(message("\"a\"", "initialize", "{\"protocolVersion\": \"" + offered + "\"}"));
        assertThat(begun.status()).isEqualTo(200);
        assertThat(json(begun).path("id").asText()).isEqualTo("a");
        assertThat(json(begun).at("/result/protocolVersion").asText()).isEqualTo(settled);
        assertThat(json(begun).at("/result/serverInfo/name").asText()).isEqualTo("decision-service");
        Reply initialized = post("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
        assertThat(initialized.status()).isEqualTo(202);
        assertThat(initialized.body()).isEmpty();
        Reply listed = post(message(1, "tools/list", "{}"), "MCP-Protocol-Version: " + settled);
        assertThat(json(listed).at("/result/tools"))
                .extracting(tool -> tool.path("name").asText())
                .contains("decide", "decide_batch", "route", "status");
        assertThat(json(post(message(2, "ping", "{}"))).path("result")).isEmpty();
    }

    @Test
    void aVersionWithoutAHandshakeSaysEverythingInEachRequest() throws IOException {
        JsonNode found = json(alone("server/discover", "", "")).path("result");
        assertThat(found.path("supportedVersions").path(0).asText()).isEqualTo(SELF_CONTAINED);
        assertThat(found.path("resultType").asText()).isEqualTo("complete");
        assertThat(json(alone("tools/list", "", "")).at("/result/ttlMs").isInt())
                .isTrue();
        String asked = ", \"name\": \"decide\", \"arguments\": " + ARGUMENTS;
        Reply answered = alone("tools/call", "decide", asked);
        assertThat(answered.headers()).doesNotContainKey("Mcp-Session-Id");
        assertThat(json(answered)
                        .at("/result/structuredContent/answers/late/noul")
                        .isNumber())
                .isTrue();
        assertThat(json(answered).at("/result/resultType").asText()).isEqualTo("complete");
        Reply differs = alone("tools/call", "route", asked);
        assertThat(differs.status()).isEqualTo(400);
        assertThat(json(differs).at("/error/code").intValue()).isEqualTo(-32020);
        assertThat(json(differs).path("id").intValue()).isEqualTo(7);
        Reply unknown = alone("initialize", "", "");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(json(unknown).at("/error/code").intValue()).isEqualTo(-32601);
        Reply bare = post(message(1, "tools/list", "{}"), "MCP-Protocol-Version: " + SELF_CONTAINED);
        assertThat(bare.status()).isEqualTo(400);
        assertThat(json(bare).at("/error/message").asText()).contains("protocolVersion");
    }

    @Test
    void aVersionThatNobodyKnowsIsRefusedWithThoseThatAreKnown() throws IOException {
        Reply refused = post(message(3, "tools/list", "{}"), "MCP-Protocol-Version: 2031-01-01");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(json(refused).path("id").intValue()).isEqualTo(3);
        assertThat(json(refused).at("/error/data/supported"))
                .extracting(JsonNode::asText)
                .contains(SELF_CONTAINED, "2025-11-25");
    }

    @Test
    void aBatchIsAnsweredAsOneAndOneOfNotificationsIsAccepted() throws IOException {
        String note = "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}";
        JsonNode answers =
                json(post("[" + call(1, "decide", ARGUMENTS) + "," + note + "," + message(2, "ping", "{}") + ", 3]"));
        assertThat(answers).hasSize(3);
        assertThat(answers.path(0).at("/result/structuredContent/answers/late").isObject())
                .isTrue();
        assertThat(answers.path(2).at("/error/code").intValue()).isEqualTo(-32600);
        assertThat(post("[" + note + "," + note + "]").status()).isEqualTo(202);
        assertThat(post("[]").status()).isEqualTo(400);
        assertThat(post("[" + (note + ",").repeat(256) + note + "]").status()).isEqualTo(400);
        assertThat(post("[" + note + "]", "MCP-Protocol-Version: " + SELF_CONTAINED)
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense|-32700",
                "''|-32600",
                "[|-32700",
                "3|-32600",
                "{}|-32600",
                "{\"id\":1,\"method\":\"x\"}|-32600"
            })
    void whatIsNoMessageIsRefused(String body, int code) throws IOException {
        Reply refused = post(body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(json(refused).at("/error/code").intValue()).isEqualTo(code);
    }
}
