// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.function.Consumer;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.IgnoredMembers;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;
import org.decisionservice.host.decision.TruncationLog;
import org.decisionservice.server.admission.MemoryBudget;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.RequestPatience;

/** Answers the admitted requests of one decision route: body, memory, decision. */
final class DecisionHandler implements GuardedHandler.Work {
    private static final HeaderName SERVER_TIMING = HeaderNames.create("Server-Timing");
    private static final HeaderName INFERENCE_TIME = HeaderNames.create("X-Inference-Time-Ms");
    private static final HeaderName IGNORED_MEMBERS = HeaderNames.create(IgnoredMembers.HEADER);

    private final DecisionService service;
    private final BodyReader bodies;
    private final MemoryBudget memory;
    private final DecisionRoute route;
    private final DecisionFormat format;

    DecisionHandler(
            DecisionService service,
            BodyReader bodies,
            MemoryBudget memory,
            DecisionRoute route,
            DecisionFormat format) {
        this.service = service;
        this.bodies = bodies;
        this.memory = memory;
        this.route = route;
        this.format = format;
    }

    @Override
    public Consumer<Runnable> answer(GuardedHandler.Exchange exchange) {
        JsonDocument answer = decide(exchange);
        return beforeLast -> Reply.send(exchange.request(), exchange.response(), answer, beforeLast);
    }

    private JsonDocument decide(GuardedHandler.Exchange exchange) {
        ServerResponse response = exchange.response();
        RequestPatience patience = exchange.patience();
        BodyReader.Upload body = bodies.read(exchange.request(), response, patience);
        String id = Envelope.requestId(response);
        try (MemoryBudget.Reservation reserved = reserve(memoryFor(body.mostDecoded()), patience)) {
            DecisionService.Decision decision = service.answer(
                    () -> format.parse(decoded(body, reserved)), patience, exchange.watched()::unanswered);
            exchange.watched().decided(decision);
            TruncationLog.record(id, format, decision);
            String milliseconds = milliseconds(decision.timings().inference());
            response.header(SERVER_TIMING, "inference;dur=" + milliseconds + load(decision.timings()));
            response.header(INFERENCE_TIME, milliseconds);
            decision.parsed().ignoredMembers().ifPresent(names -> response.header(IGNORED_MEMBERS, names));
            return decision.body();
        }
    }

    /** A client that waited for a load can tell it from the time of every further request. */
    private static String load(DecisionService.Timings timings) {
        return timings.loading().isPositive() ? ", load;dur=" + milliseconds(timings.loading()) : "";
    }

    /** Milliseconds with two decimals. */
    private static String milliseconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 6)
                .setScale(2, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** The memory that a request of this route may need, by the length of its decoded body, all in bytes. */
    private long memoryFor(long body) {
        return switch (route) {
            case SINGLE, GEMINI -> MemoryBudget.needed(1, 64, body);
            case BATCH -> MemoryBudget.needed(64, 64, body);
            case DECISIONS -> MemoryBudget.needed(1, 400, body);
        };
    }

    /** Until it is decoded, a compressed body counts as the largest that it can be. */
    private byte[] decoded(BodyReader.Upload body, MemoryBudget.Reservation reserved) {
        byte[] plain = body.decode();
        reserved.change(memoryFor(plain.length));
        return plain;
    }

    private MemoryBudget.Reservation reserve(long bytes, RequestPatience patience) {
        return switch (memory.reserve(bytes, patience.within(Patience.ENDLESS), patience.departed())) {
            case MemoryBudget.Full _ -> throw patience.refusal();
            case MemoryBudget.Departed _ ->
                throw new CloseConnectionException("the client left while its request waited for memory");
            case MemoryBudget.Reservation reserved -> reserved;
        };
    }
}
