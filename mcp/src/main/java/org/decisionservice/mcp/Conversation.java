// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.decisionservice.host.Fatal;
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
    static final String CANCELLED = "notifications/cancelled";

    /** Most messages of a batch; so many tool calls wait. */
    static final int MOST_TOGETHER = 256;

    private static final McpSchema.JSONRPCResponse.JSONRPCError FAILED = new McpSchema.JSONRPCResponse.JSONRPCError(
            McpSchema.ErrorCodes.INTERNAL_ERROR, "the request failed; the log of this process says why");

    /** Time that requests under way may take when the client says nothing more. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    static final String INSTRUCTIONS =
            "Typed decisions about a text or a JSON document: choice (one of your labels), score (a place on your scale),"
                    + " noul (the probability that a statement holds). Every answer has probabilities. Nothing is"
                    + " generated: do not use it for open questions, summaries or code.";

    private final Lines lines;
    private final Map<Object, UnderWay> underWay = new ConcurrentHashMap<>();
    private final Replies alone;
    private final McpAsyncServer server;
    private @Nullable McpServerSession session;
    private Handshake handshake = Handshake.NONE;

    /** @param version of the service */
    Conversation(Lines lines, Tools tools, String version) {
        this.lines = lines;
        this.alone = new Replies.OfOne(lines);
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

    /** The state of the client's introduction. */
    private enum Handshake {
        NONE,
        ASKED,
        DONE
    }

    /** A request whose answer is not written yet. */
    private record UnderWay(Disposable.Swap handling, Replies replies, AtomicBoolean answered) {
        static UnderWay to(Replies replies) {
            return new UnderWay(Disposables.swap(), replies, new AtomicBoolean());
        }

        /** Whether it is the first that answers, or lets it go. */
        boolean first() {
            return answered.compareAndSet(false, true);
        }
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
                case Lines.Line.Text(String text) -> takeWhatever(text);
                case Lines.Line.TooLong() ->
                    refuse(McpSchema.ErrorCodes.PARSE_ERROR, "a message has at most " + Lines.MOST_BYTES + " bytes");
            }
        }
        long end = System.nanoTime() + GRACE.toNanos();
        while (!underWay.isEmpty() && System.nanoTime() < end) {
            pause();
        }
        underWay.values().forEach(request -> request.handling().dispose());
        server.close();
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /** Whatever a line does, those after it are read. */
    private void takeWhatever(String line) {
        try {
            take(line);
        } catch (RuntimeException e) {
            Fatal.check(e);
            LOG.log(ERROR, "a line on standard input could not be handled", e);
            lines.write(error(Optional.empty(), FAILED));
        }
    }

    private void take(String line) {
        JsonNode read;
        try {
            read = Mapper.JSON.readTree(line);
        } catch (JsonProcessingException _) {
            refuse(McpSchema.ErrorCodes.PARSE_ERROR, "this line is not one JSON document");
            return;
        }
        if (!read.isArray()) {
            take(read, alone);
        } else if (read.isEmpty() || read.size() > MOST_TOGETHER) {
            refuse(McpSchema.ErrorCodes.INVALID_REQUEST, "a batch has 1 to " + MOST_TOGETHER + " messages");
        } else {
            Replies together = new Replies.OfBatch(lines);
            read.forEach(message -> take(message, together));
            together.drop();
        }
    }

    private void take(JsonNode message, Replies replies) {
        try {
            Incoming.read(message).ifPresent(sent -> {
                switch (sent) {
                    case McpSchema.JSONRPCRequest request -> answer(request, replies);
                    case McpSchema.JSONRPCNotification cancelled
                    when cancelled.method().equals(CANCELLED) -> cancel(cancelled.params());
                    case McpSchema.JSONRPCMessage other -> note(other);
                }
            });
        } catch (Tools.ArgumentsException e) {
            replies.expect();
            Incoming.id(message)
                    .ifPresentOrElse(
                            id -> replies.answer(text(McpSchema.JSONRPCResponse.result(id, e.result()))),
                            replies::drop);
        } catch (McpError e) {
            replies.expect();
            replies.answer(error(Incoming.id(message), e.getJsonRpcError()));
        }
    }

    private void note(McpSchema.JSONRPCMessage notification) {
        if (notification instanceof McpSchema.JSONRPCNotification made
                && made.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
            handshake = Handshake.DONE;
        }
        begin(Objects.requireNonNull(session).handle(notification), Disposables.swap());
    }

    /** Without a handshake the SDK would let a request wait for one, for ever. */
    private void requireHandshake(String method) {
        if (method.equals(McpSchema.METHOD_INITIALIZE)) {
            handshake = handshake == Handshake.NONE ? Handshake.ASKED : handshake;
        } else if (handshake == Handshake.NONE) {
            throw McpError.builder(McpSchema.ErrorCodes.INVALID_REQUEST)
                    .message("send 'initialize' first")
                    .build();
        } else if (handshake == Handshake.ASKED) {
            note(new McpSchema.JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED));
        }
    }

    private void answer(McpSchema.JSONRPCRequest request, Replies replies) {
        requireHandshake(request.method());
        replies.expect();
        UnderWay begun = UnderWay.to(replies);
        if (underWay.putIfAbsent(request.id(), begun) != null) {
            replies.answer(error(
                    Optional.of(request.id()),
                    new McpSchema.JSONRPCResponse.JSONRPCError(
                            McpSchema.ErrorCodes.INVALID_REQUEST, "a request with this 'id' is not answered yet")));
            return;
        }
        Mono<Void> handled = Objects.requireNonNull(session)
                .handle(request)
                .doOnError(_ -> reply(McpSchema.JSONRPCResponse.error(request.id(), FAILED)))
                .doFinally(_ -> {
                    if (begun.first()) {
                        replies.drop();
                        underWay.remove(request.id(), begun);
                    }
                });
        begin(handled, begun.handling());
    }

    private static void begin(Mono<Void> handled, Disposable.Swap handling) {
        handling.update(handled.subscribe(
                _ -> {}, failure -> LOG.log(WARNING, "a message could not be handled: {0}", failure.toString())));
    }

    /** Whoever cancels a request wants no answer to it. */
    private void cancel(@Nullable Object parameters) {
        if (parameters instanceof Map<?, ?> named && named.get("requestId") != null) {
            Optional.ofNullable(underWay.get(named.get("requestId")))
                    .ifPresent(request -> request.handling().dispose());
        }
    }

    /** Sends what the SDK answers, to where the answers to that request go. */
    private void reply(McpSchema.JSONRPCResponse response) {
        UnderWay request = underWay.get(response.id());
        if (request != null && request.first()) {
            try {
                request.replies()
                        .answer(
                                response.error() == null
                                        ? text(response)
                                        : error(Optional.of(response.id()), response.error()));
            } finally {
                // Last: when none is under way the process ends, whatever is not written by then.
                underWay.remove(response.id(), request);
            }
        }
    }

    /** Nobody knows whose message it was, so it has no id. */
    private void refuse(int code, String why) {
        LOG.log(WARNING, "a line on standard input was refused: {0}", why);
        lines.write(error(Optional.empty(), new McpSchema.JSONRPCResponse.JSONRPCError(code, why)));
    }

    /** An error as JSON. What the SDK words itself after an exception speaks of classes, so only the log has it. */
    private static String error(Optional<Object> id, McpSchema.JSONRPCResponse.JSONRPCError error) {
        ObjectNode answer = Mapper.JSON.createObjectNode().put("jsonrpc", McpSchema.JSONRPC_VERSION);
        answer.putPOJO("id", id.orElse(null));
        boolean fault = error.code() == McpSchema.ErrorCodes.INTERNAL_ERROR;
        answer.putObject("error").put("code", error.code()).put("message", (fault ? FAILED : error).message());
        return text(answer);
    }

    private static String text(Object message) {
        try {
            return MAPPER.writeValueAsString(message);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(new Writing(lines, this::reply));
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
    private record Writing(Lines lines, Consumer<McpSchema.JSONRPCResponse> replies) implements McpServerTransport {
        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                if (message instanceof McpSchema.JSONRPCResponse response) {
                    replies.accept(response);
                } else {
                    lines.write(text(message));
                }
            });
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
