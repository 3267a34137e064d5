// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.decisionservice.contract.DecisionRoute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A conversation from its first line to its last. */
@Timeout(60)
class ConversationTest {
    private static final String ASKED = """
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, \
            "clientInfo": {"name": "test", "version": "1"}}}
            {"jsonrpc": "2.0", "method": "notifications/initialized"}
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "status", "arguments": {}}}
            """;

    /** Standard output of a client that reads slowly. */
    private static final class Slow extends ByteArrayOutputStream {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            super.write(bytes, from, length);
        }
    }

    private record Healthy() implements Source {
        @Override
        public byte[] ask(DecisionRoute route, byte[] body) {
            throw new UnsupportedOperationException("nobody decides here");
        }

        @Override
        public byte[] plan(byte[] body) {
            throw new ToolException("nothing is planned here");
        }

        @Override
        public byte[] health() {
            return "{\"status\": \"ok\"}".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {}
    }

    /** The process ends with the conversation, so an answer that is written afterwards is lost. */
    @Test
    void endsWhenTheLastAnswerIsWritten() {
        Slow out = new Slow();
        Lines lines = new Lines(
                new ByteArrayInputStream(ASKED.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8));
        new Conversation(lines, new Tools(new Healthy()), "1").run();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("\"id\":2", "status");
    }
}
