// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.IgnoredMembers;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;
import org.decisionservice.host.decision.TruncationLog;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.transport.BodyReader;

/** Answers the admitted requests of one decision route: body, memory, decision. */
final class DecisionHandler implements GuardedHandler.Work {
    private static final HeaderName SERVER_TIMING = HeaderNames.create("Server-Timing");
    private static final HeaderName INFERENCE_TIME = HeaderNames.create("X-Inference-Time-Ms");
    private static final HeaderName IGNORED_MEMBERS = HeaderNames.create(IgnoredMembers.HEADER);

    private final DecisionService service;
    private final BodyReader bodies;
    private final Admission admission;
    private final DecisionFormat format;
    private final Optional<TruncationLog> truncations;

    DecisionHandler(DecisionService service, BodyReader bodies, Admission admission, DecisionFormat format) {
        this.service = service;
        this.bodies = bodies;
        this.admission = admission;
        this.format = format;
        this.truncations = TruncationLog.of(format);
    }

    @Override
    public Consumer<Runnable> answer(GuardedHandler.Exchange exchange) {
        JsonDocument answer =
                decide(exchange, bodies.read(exchange.request(), exchange.response(), exchange.patience()), 0);
        return beforeLast -> Reply.send(exchange.request(), exchange.response(), answer, beforeLast);
    }

    /**
     * Answers a body.
     *
     * @param beside bytes of the heap that the slot holds beside it
     */
    JsonDocument decide(GuardedHandler.Exchange exchange, BodyReader.Upload body, long beside) {
        ServerResponse response = exchange.response();
        DecisionService.Decision decision = waiting(
                exchange,
                body,
                beside,
                (arrival, patience) -> service.answer(arrival, patience, exchange.watched()::unanswered));
        exchange.watched().decided(decision);
        truncations.ifPresent(log -> log.record(Envelope.requestId(response), decision));
        String milliseconds = milliseconds(decision.timings().inference());
        response.header(SERVER_TIMING, "inference;dur=" + milliseconds + load(decision.timings()));
        response.header(INFERENCE_TIME, milliseconds);
        ignored(exchange, decision.parsed());
        return decision.body();
    }

    /** Says what answers would take, in place of answering. */
    GuardedHandler.Work planning() {
        return exchange -> {
            JsonDocument plan =
                    plan(exchange, bodies.read(exchange.request(), exchange.response(), exchange.patience()), 0);
            return beforeLast -> Reply.send(exchange.request(), exchange.response(), plan, beforeLast);
        };
    }

    /** Plans the answer to a body with one state; the parameters are those of {@link #decide}. */
    JsonDocument plan(GuardedHandler.Exchange exchange, BodyReader.Upload body, long beside) {
        DecisionService.Planned planned = waiting(exchange, body, beside, service::plan);
        ignored(exchange, planned.parsed());
        return planned.body();
    }

    /** Has a request worked on, and records how long it waited for memory. */
    private <T> T waiting(
            GuardedHandler.Exchange exchange,
            BodyReader.Upload body,
            long beside,
            BiFunction<Arrival, Patience, T> work) {
        Admission.Entered slot = exchange.slot();
        try {
            return work.apply(new ArrivedRequest(body, format, slot, admission, beside), exchange.patience());
        } finally {
            exchange.watched().waitedForMemory(slot.memory().waited());
        }
    }

    private static void ignored(GuardedHandler.Exchange exchange, ParsedRequest parsed) {
        parsed.ignoredMembers().ifPresent(names -> exchange.response().header(IGNORED_MEMBERS, names));
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
}
