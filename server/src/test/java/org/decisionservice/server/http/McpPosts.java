// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Messages of agents, posted to a server. */
final class McpPosts {
    static final ObjectMapper JSON = new ObjectMapper();
    static final String PATH = "/mcp";
    static final String ARGUMENTS =
            "{\"state\": \"x\", \"questions\": {\"late\": {\"type\": \"noul\", \"instructions\": \"late?\"}}}";

    static String message(Object id, String method, String parameters) {
        return "{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"method\": \"" + method + "\", \"params\": " + parameters
                + "}";
    }

    static String call(Object id, String tool, String arguments) {
        return message(id, "tools/call", "{\"name\": \"" + tool + "\", \"arguments\": " + arguments + "}");
    }

    static RawResponse post(TestServer server, String body, String... headers) throws IOException {
        try (RawClient client = server.connect()) {
            return client.post(PATH, body, headers);
        }
    }

    static JsonNode json(RawResponse response) throws IOException {
        assertThat(response.header("Content-Type")).contains("application/json");
        return JSON.readTree(response.body());
    }

    static String session(TestServer server) throws IOException {
        RawResponse begun = post(server, message(0, "initialize", "{\"protocolVersion\": \"2025-11-25\"}"));
        return "Mcp-Session-Id: " + begun.header("Mcp-Session-Id").orElseThrow();
    }

    /** Holds the decisions of a server until they are given up; returns a latch that opens when the first has begun. */
    static CountDownLatch held(TestServer server) {
        CountDownLatch entered = new CountDownLatch(1);
        server.decisions.behave(request -> {
            entered.countDown();
            try {
                assertThat(new CountDownLatch(1).await(1, TimeUnit.MINUTES)).isFalse();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return FakeDecisions.answerAll(request);
        });
        return entered;
    }

    private McpPosts() {}
}
