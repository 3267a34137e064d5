// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.testing.McpClient.structured;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CountDownLatch;
import org.decisionservice.testing.LogLines;
import org.decisionservice.testing.McpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines that a client of the protocol should not send, or sends in another way than most. */
@Timeout(120)
class ProtocolTest {
    private static final String ASK =
            "{\"state\": \"Refund me.\", \"questions\": {\"refund\": {\"type\": \"noul\", \"instructions\": \"A refund?\"}}}";

    @Test
    void aLineThatIsNoMessageEndsNothing() throws Exception {
        try (Peer mcp = Peer.initialized()) {
            for (String line : new String[] {"garbage", "{\"jsonrpc\": ", "{} {}", "x".repeat(17 * 1024 * 1024)}) {
                mcp.send(line);
                assertThat(mcp.next().path("error").path("code").intValue()).isEqualTo(-32700);
            }
            for (String line : new String[] {
                "null",
                "5",
                "\"text\"",
                "[]",
                "[[]]",
                "[null]",
                "[" + "1,".repeat(1_000_000) + "1]",
                "{\"jsonrpc\": \"2.0\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 1e300, \"method\": \"ping\"}",
                "{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": 5}",
                "{\"id\": 5, \"method\": \"ping\"}"
            }) {
                mcp.send(line);
                JsonNode answer = mcp.nextOfAny();
                JsonNode message = answer.isArray() ? answer.path(0) : answer;
                assertThat(message.path("error").path("code").intValue())
                        .as(line)
                        .isEqualTo(-32600);
            }
            mcp.send("");
            mcp.send("{\"jsonrpc\": \"2.0\", \"id\": 7, \"result\": 5}");
            mcp.send(
                    "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": {}}}");
            mcp.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/progress\", \"params\": 5}");
            mcp.begin("no/such/method", "{}");
            assertThat(mcp.next().path("error").path("code").intValue()).isEqualTo(-32601);
            mcp.beginCall("no_such_tool", "{}");
            assertThat(mcp.next().path("error").path("code").intValue()).isEqualTo(-32602);
            mcp.begin("ping", "{}");
            assertThat(mcp.next().has("result")).isTrue();
            mcp.end();
        }
    }

    @Test
    void noAnswerSpeaksOfClasses() throws Exception {
        try (LogLines log = new LogLines("org.decisionservice.mcp");
                Peer mcp = Peer.initialized()) {
            for (String method :
                    new String[] {"tools/call", "tools/list", "initialize", "logging/setLevel", "ping", "x"}) {
                for (String parameters : new String[] {
                    "null",
                    "[]",
                    "\"text\"",
                    "5",
                    "{}",
                    "{\"name\": null, \"cursor\": {}, \"level\": []}",
                    "{\"name\": {\"a\": 1}, \"protocolVersion\": {}, \"capabilities\": 5, \"clientInfo\": []}",
                    "{\"name\": \"decide\", \"arguments\": {}, \"_meta\": 5}",
                    "{\"name\": \"decide\", \"arguments\": 5}",
                    "{\"name\": \"decide_batch\", \"arguments\": {\"requests\": {}}}",
                    "{\"name\": \"status\", \"arguments\": [[]]}"
                }) {
                    int id = mcp.begin(method, parameters);
                    JsonNode answer = mcp.next();
                    assertThat(answer.path("id").intValue()).isEqualTo(id);
                    assertThat(answer.toString())
                            .as(method + " " + parameters)
                            .doesNotContainPattern(
                                    "[a-z]\\.[a-z]+\\.[A-Za-z]|Exception|Cannot |\\$|[Cc]lass |instance");
                }
            }
            assertThat(log.with("could not be handled")).isEmpty();
            assertThat(structured(mcp.call("decide", ASK)).has("answers")).isTrue();
        }
    }

    @Test
    void aClientThatSkipsTheHandshakeIsToldSoAndOneThatSkipsItsEndIsAnswered() throws Exception {
        try (Peer mcp = Peer.connected()) {
            mcp.begin("tools/list", "{}");
            assertThat(mcp.next().path("error").path("message").asText()).isEqualTo("send 'initialize' first");
            mcp.begin("initialize", """
                    {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}""");
            assertThat(mcp.next().path("result").path("protocolVersion").asText())
                    .isEqualTo("2025-03-26");
            mcp.begin("tools/list", "{}");
            assertThat(mcp.next().path("result").path("tools")).hasSize(5);
        }
    }

    @Test
    void argumentsMayBeJsonInATextAndNothingElse() throws Exception {
        try (Peer mcp = Peer.initialized()) {
            String text = McpClient.JSON.writeValueAsString(ASK);
            assertThat(structured(mcp.call("decide", text)).path("answers"))
                    .isEqualTo(structured(mcp.call("decide", ASK)).path("answers"));
            for (String wrong : new String[] {"\"half of {\"", "\"5\"", "\"[]\"", "[]", "5", "true"}) {
                assertThat(mcp.refusal("decide", wrong)).startsWith("'arguments' must be a JSON object, such as {");
            }
            assertThat(mcp.call("status", "null").path("isError").booleanValue())
                    .isFalse();
        }
    }

    @Test
    void aBatchIsAnsweredWithOneArray() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (Peer mcp = Peer.initialized(gate)) {
            mcp.send("[{\"jsonrpc\": \"2.0\", \"id\": \"a\", \"method\": \"ping\"}, 5,"
                    + " {\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"},"
                    + " {\"jsonrpc\": \"2.0\", \"id\": 17, \"method\": \"tools/call\", \"params\": {\"name\": \"decide\","
                    + " \"arguments\": " + ASK + "}},"
                    + " {\"jsonrpc\": \"2.0\", \"id\": 17, \"method\": \"ping\"}]");
            mcp.begin("ping", "{}");
            assertThat(mcp.next().has("result")).as("the batch is read").isTrue();
            gate.countDown();
            JsonNode answers = mcp.nextOfAny();
            assertThat(answers.isArray()).as(answers.toString()).isTrue();
            assertThat(answers)
                    .extracting(answer -> answer.path("id").asText())
                    .containsExactlyInAnyOrder("a", "null", "17", "17");
            assertThat(answers)
                    .filteredOn(answer -> answer.path("id").intValue() == 17 && answer.has("result"))
                    .hasSize(1)
                    .allSatisfy(answer -> assertThat(
                                    structured(answer.path("result")).has("answers"))
                            .isTrue());
            // Nothing is to be said of notifications alone.
            mcp.send("[{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}]");
            mcp.begin("ping", "{}");
            assertThat(mcp.next().has("result")).isTrue();
        }
    }
}
