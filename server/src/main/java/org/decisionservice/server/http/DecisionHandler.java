// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.IgnoredMembers;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Patience;
import org.decisionservice.host.decision.TruncationLog;
import org.decisionservice.server.access.ApiKey;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.MemoryBudget;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.Client;
import org.decisionservice.server.transport.RequestPatience;

/**
 * Handles one decision route: takes a request from its head to the last byte of its answer, in the documented order.
 */
final class DecisionHandler implements Handler {
    private static final FailureLog FAILURES =
            new FailureLog(System.getLogger(DecisionHandler.class.getName()), System::nanoTime);
    private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
    private static final HeaderName SERVER_TIMING = HeaderNames.create("Server-Timing");
    private static final HeaderName INFERENCE_TIME = HeaderNames.create("X-Inference-Time-Ms");
    private static final HeaderName IGNORED_MEMBERS = HeaderNames.create(IgnoredMembers.HEADER);

    /** The parts that all decision routes share. */
    record Parts(
            DecisionService service,
            Authentication authentication,
            Admission admission,
            BodyReader bodies,
            Optional<Duration> requestTimeout,
            ErrorMapping errors,
            RequestWatch watch) {}

    private final Parts parts;
    private final DecisionRoute route;
    private final DecisionFormat format;

    DecisionHandler(Parts parts, DecisionRoute route, DecisionFormat format) {
        this.parts = parts;
        this.route = route;
        this.format = format;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        try (RequestWatch.Watched watched = parts.watch()
                .begin(
                        route,
                        Envelope.requestId(response),
                        request.headers().first(TRACEPARENT),
                        request.remotePeer().host())) {
            Ending ending = respond(request, response, watched);
            watched.ended(ending, response.status().code());
        }
    }

    private Ending respond(ServerRequest request, ServerResponse response, RequestWatch.Watched watched) {
        Client client = Client.of(request);
        RequestPatience patience = new RequestPatience(
                watched::elapsed, parts.requestTimeout(), client::departed, parts.admission()::isOver);
        Admission.Entered slot;
        try {
            ApiKey key = key(request, response);
            key.name().ifPresent(watched::authenticated);
            slot = admit(key, client, patience);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (RuntimeException e) {
            return refuse(request, response, e, () -> {});
        }
        // Whatever is sent, the slot is kept until the client has taken all but its last piece.
        try (slot) {
            JsonDocument answer;
            try {
                answer = decide(request, response, watched, patience);
            } catch (CloseConnectionException e) {
                throw e;
            } catch (RuntimeException e) {
                return refuse(request, response, e, slot::close);
            }
            Reply.send(request, response, answer, slot::close);
            return Ending.ANSWERED;
        }
    }

    private Ending refuse(
            ServerRequest request, ServerResponse response, RuntimeException failure, Runnable beforeLast) {
        Refusal refusal = failure instanceof RefusedException refused ? refused.refusal() : fault(failure, response);
        parts.errors().refuse(request, response, refusal, beforeLast);
        return Ending.of(refusal.kind());
    }

    private Refusal fault(RuntimeException failure, ServerResponse response) {
        Fatal.check(failure);
        if (parts.admission().isOver()) {
            // Whatever a request meets while everything ends is no fault.
            return Refusal.STOPPING;
        }
        FAILURES.log(Envelope.requestId(response), failure);
        return FailureLog.isOfFiles(failure) ? ErrorMapping.UNAVAILABLE : ErrorMapping.FAILED;
    }

    /** The key of a request, of which its holder may use one more now. */
    private ApiKey key(ServerRequest request, ServerResponse response) {
        boolean google = route == DecisionRoute.GEMINI;
        ApiKey key = (google
                        ? parts.authentication().googleKey(request)
                        : parts.authentication().key(request))
                .orElseThrow(() ->
                        new RefusedException(google ? ErrorMapping.UNAUTHORIZED_GOOGLE : ErrorMapping.UNAUTHORIZED));
        Duration wait = key.use(System.nanoTime());
        if (wait.isPositive()) {
            long seconds = wait.plusMillis(999).toSeconds();
            response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
            throw new RefusedException(new Refusal(
                    Refusal.Kind.RATE_LIMITED,
                    "the key '" + key.name().orElseThrow() + "' may send "
                            + key.perMinute().orElseThrow() + " requests a minute; send the next one in " + seconds
                            + " s"));
        }
        return key;
    }

    private Admission.Entered admit(ApiKey key, Client client, RequestPatience patience) {
        Optional<Admission.Share> share = parts.admission().share(key);
        return switch (parts.admission().enter(patience.within(Patience.ENDLESS), client, share)) {
            case Admission.ShareTaken(Admission.Share taken) ->
                throw new RefusedException(new Refusal(
                        Refusal.Kind.RATE_LIMITED,
                        "the key '" + taken.holder() + "' has its share of the requests at once, " + taken.most()
                                + "; send the next one when one of them is answered"));
            case Admission.Busy _ ->
                throw patience.isOver()
                        ? patience.refusal()
                        : new RefusedException(parts.errors().busy());
            case Admission.Stopping _ -> throw new RefusedException(Refusal.STOPPING);
            case Admission.Left _ ->
                throw new CloseConnectionException("the client left while its request waited to be admitted");
            case Admission.Entered slot -> slot;
        };
    }

    private JsonDocument decide(
            ServerRequest request, ServerResponse response, RequestWatch.Watched watched, RequestPatience patience) {
        BodyReader.Upload body = parts.bodies().read(request, response, patience);
        String id = Envelope.requestId(response);
        try (MemoryBudget.Reservation memory = reserve(memoryFor(body.mostDecoded()), patience)) {
            DecisionService.Decision decision =
                    parts.service().answer(() -> format.parse(decoded(body, memory)), patience, watched::unanswered);
            watched.decided(decision);
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
        return switch (parts.admission()
                .memory()
                .reserve(bytes, patience.within(Patience.ENDLESS), patience.departed())) {
            case MemoryBudget.Full _ -> throw patience.refusal();
            case MemoryBudget.Departed _ ->
                throw new CloseConnectionException("the client left while its request waited for memory");
            case MemoryBudget.Reservation reserved -> reserved;
        };
    }
}
