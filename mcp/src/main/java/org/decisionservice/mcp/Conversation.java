// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static java.lang.System.Logger.Level.WARNING;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * One client on the other side of the standard streams. The SDK's own transport for them ends at the first line that is
 * no message and knows of no cancellation, so this one takes its place.
 */
final class Conversation implements McpServerTransportProvider {
    private static final System.Logger LOG = System.getLogger(Conversation.class.getName());
    private static final Mapper MAPPER = new Mapper();
    private static final String CANCELLED = "notifications/cancelled";

    /** How long requests that are under way may take when the client says nothing more. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final String INSTRUCTIONS =
            "Typed decisions about a text or a JSON document: choice (one of your labels), score (a place on your scale),"
                    + " noul (the probability that a statement holds). Every answer has probabilities. Nothing is"
                    + " generated: do not use it for open questions, summaries or code.";

    private final Lines lines;
    private final Map<Object, Disposable> underWay = new ConcurrentHashMap<>();
    private final McpAsyncServer server;
    private @Nullable McpServerSession session;

    /** @param version of the service */
    Conversation(Lines lines, Tools tools, String version) {
        this.lines = lines;
        this.server = McpServer.async(this)
                .serverInfo("decision-service", version)
                .instructions(INSTRUCTIONS)
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .jsonMapper(MAPPER)
                .jsonSchemaValidator(new Unchecked())
                .tools(tools.specifications())
                .build();
    }

    /** The service checks arguments itself, and says in words what is wrong. */
    private static final class Unchecked implements JsonSchemaValidator {
        @Override
        public ValidationResponse validate(Map<String, Object> schema, Object content) {
            return ValidationResponse.asValid(String.valueOf(content));
        }
    }

    /** Answers until no more messages come, and what was asked until then. */
    void run() {
        for (Optional<Lines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
            switch (line.get()) {
                case Lines.Line.Text(String text) -> take(text);
                case Lines.Line.TooLong() -> refuse("a message has at most " + Lines.MOST_BYTES + " bytes");
            }
        }
        long end = System.nanoTime() + GRACE.toNanos();
        while (!underWay.isEmpty() && System.nanoTime() < end) {
            pause();
        }
        underWay.values().forEach(Disposable::dispose);
        server.close();
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    private void take(String line) {
        try {
            switch (McpSchema.deserializeJsonRpcMessage(MAPPER, line)) {
                case McpSchema.JSONRPCRequest request -> answer(request);
                case McpSchema.JSONRPCNotification cancelled
                when cancelled.method().equals(CANCELLED) -> cancel(cancelled.params());
                case McpSchema.JSONRPCMessage other -> handle(other, Disposables.swap());
            }
        } catch (IOException | IllegalArgumentException _) {
            refuse("this line is no message of JSON-RPC 2.0");
            LOG.log(WARNING, "a line on standard input is no message of JSON-RPC 2.0; it was refused");
        }
    }

    private void answer(McpSchema.JSONRPCRequest request) {
        Disposable.Swap handling = Disposables.swap();
        underWay.put(request.id(), handling);
        handle(request, handling);
    }

    private void handle(McpSchema.JSONRPCMessage message, Disposable.Swap handling) {
        Mono<Void> handled = Objects.requireNonNull(session)
                .handle(message)
                .doFinally(_ -> underWay.values().remove(handling));
        handling.update(handled.subscribe(
                _ -> {}, failure -> LOG.log(WARNING, "a message was not answered: {0}", failure.toString())));
    }

    /** Whoever cancels a request wants no answer to it. */
    private void cancel(@Nullable Object parameters) {
        if (parameters instanceof Map<?, ?> named && named.get("requestId") != null) {
            Optional.ofNullable(underWay.remove(named.get("requestId"))).ifPresent(Disposable::dispose);
        }
    }

    /** Nobody knows whose message it was, so it has no id. */
    private void refuse(String why) {
        lines.write("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":" + McpSchema.ErrorCodes.PARSE_ERROR
                + ",\"message\":\"" + why + "\"}}");
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(new Writing(lines));
    }

    @Override
    public Mono<Void> notifyClients(String method, Object parameters) {
        return Objects.requireNonNull(session).sendNotification(method, parameters);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Objects.requireNonNull(session).closeGracefully();
    }

    /** Writes the SDK's messages. */
    private record Writing(Lines lines) implements McpServerTransport {
        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.fromCallable(() -> {
                        lines.write(MAPPER.writeValueAsString(message));
                        return message;
                    })
                    .then();
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return MAPPER.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
