// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.testing.McpClient;

/** A client on the other side of a conversation in this process, whose every question has the same answer. */
final class Peer extends McpClient implements AutoCloseable {
    private final Thread conversation;

    private Peer(Pipe asked, Pipe answered, CountDownLatch gate) {
        super(Channels.newOutputStream(asked.sink()), Channels.newInputStream(answered.source()));
        conversation = Thread.startVirtualThread(() -> {
            try (PrintStream out =
                    new PrintStream(Channels.newOutputStream(answered.sink()), true, StandardCharsets.UTF_8)) {
                Lines lines = new Lines(Channels.newInputStream(asked.source()), out);
                new Conversation(lines, new Tools(new Alike(gate)), "1").run();
            }
        });
    }

    static Peer connected() throws IOException {
        return new Peer(Pipe.open(), Pipe.open(), new CountDownLatch(0));
    }

    /** With the handshake made. */
    static Peer initialized() throws Exception {
        return initialized(new CountDownLatch(0));
    }

    /** The same, where nothing is decided before the gate opens. */
    static Peer initialized(CountDownLatch gate) throws Exception {
        Peer peer = new Peer(Pipe.open(), Pipe.open(), gate);
        peer.initialize();
        return peer;
    }

    /** What answers without reading what is asked. */
    private record Alike(CountDownLatch gate) implements Source {
        @Override
        public byte[] ask(DecisionRoute route, byte[] body) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return json("{\"answers\": {\"refund\": {\"noul\": 0.75}}, \"routing\": {\"model\": \"english\"}}");
        }

        @Override
        public byte[] plan(byte[] body) {
            throw new ToolException("nothing is planned here");
        }

        @Override
        public byte[] health() {
            return json("{\"status\": \"ok\"}");
        }

        @Override
        public void close() {}

        private static byte[] json(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Ends the client's messages, and waits for the end of the conversation. */
    void end() throws Exception {
        endInput();
        assertThat(conversation.join(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
    }

    @Override
    public void close() {
        try {
            endInput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
