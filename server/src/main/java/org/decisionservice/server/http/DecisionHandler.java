// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Optional;
import org.decisionservice.api.RefusedException;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.Fatal;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.exchange.DecisionExchange;
import org.decisionservice.server.exchange.IgnoredMembers;
import org.decisionservice.server.observe.DecisionRoute;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.Deadline;
import org.decisionservice.server.transport.Departures;
import org.decisionservice.server.transport.Timing;

/** Handles one decision route: takes a request from its head to the bytes of its answer, in the documented order. */
final class DecisionHandler implements Handler {
    private static final FailureLog FAILURES = new FailureLog(System.getLogger(DecisionHandler.class.getName()));
    private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
    private static final HeaderName SERVER_TIMING = HeaderNames.create("Server-Timing");
    private static final HeaderName INFERENCE_TIME = HeaderNames.create("X-Inference-Time-Ms");
    private static final HeaderName IGNORED_MEMBERS = HeaderNames.create(IgnoredMembers.HEADER);

    /** The parts that all decision routes share. */
    record Parts(
            Authentication authentication,
            Admission admission,
            BodyReader bodies,
            Optional<Duration> requestTimeout,
            ErrorMapping errors,
            RequestWatch watch) {}

    private final Parts parts;
    private final DecisionRoute route;
    private final DecisionExchange exchange;

    DecisionHandler(Parts parts, DecisionRoute route, DecisionExchange exchange) {
        this.parts = parts;
        this.route = route;
        this.exchange = exchange;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        try (RequestWatch.Watched watched = parts.watch()
                .begin(route, Envelope.requestId(response), request.headers().first(TRACEPARENT))) {
            Ending ending = respond(request, response, watched);
            watched.ended(ending, response.status().code());
        }
    }

    private Ending respond(ServerRequest request, ServerResponse response, RequestWatch.Watched watched) {
        Deadline deadline = new Deadline(watched::elapsed, parts.requestTimeout());
        byte[] body;
        try {
            body = answer(request, response, watched, deadline);
        } catch (RefusedException e) {
            parts.errors().refuse(request, response, e.refusal());
            return Ending.of(e.refusal().kind());
        } catch (CloseConnectionException e) {
            throw e;
        } catch (RuntimeException e) {
            Fatal.check(e);
            FAILURES.log(Envelope.requestId(response), e);
            parts.errors().refuse(request, response, ErrorMapping.FAILED);
            return Ending.FAILED;
        }
        Reply.send(request, response, Status.OK_200, body);
        return Ending.ANSWERED;
    }

    private byte[] answer(
            ServerRequest request, ServerResponse response, RequestWatch.Watched watched, Deadline deadline) {
        if (!parts.authentication().admits(request)) {
            throw new RefusedException(ErrorMapping.UNAUTHORIZED);
        }
        return switch (parts.admission()
                .enter(deadline.within(DecisionService.Decision.ENDLESS), Departures.of(request))) {
            case Admission.Busy _ ->
                throw deadline.isOver()
                        ? deadline.refusal()
                        : new RefusedException(parts.errors().busy());
            case Admission.Left _ ->
                throw new CloseConnectionException("the client left while its request waited to be admitted");
            case Admission.Entered slot -> {
                try (slot) {
                    yield decide(request, response, watched, deadline);
                }
            }
        };
    }

    private byte[] decide(
            ServerRequest request, ServerResponse response, RequestWatch.Watched watched, Deadline deadline) {
        DecisionExchange.InProgress begun = begin(parts.bodies().read(request, response, deadline));
        DecisionService.Outcome outcome = new Patience(deadline, Departures.of(request)).await(begun.decision());
        watched.decided(begun.request(), outcome);
        String milliseconds = Timing.milliseconds(outcome.timings().inference());
        response.header(SERVER_TIMING, "inference;dur=" + milliseconds + load(outcome.timings()));
        response.header(INFERENCE_TIME, milliseconds);
        begun.ignoredMembers().ifPresent(names -> response.header(IGNORED_MEMBERS, names));
        return begun.answer(Envelope.requestId(response), outcome);
    }

    /** A client that waited for a load can tell it from the time of every further request. */
    private static String load(DecisionService.Timings timings) {
        return timings.loading().isPositive() ? ", load;dur=" + Timing.milliseconds(timings.loading()) : "";
    }

    /** A separate method, so that nothing holds the body while the request waits. */
    private DecisionExchange.InProgress begin(BodyReader.Upload body) {
        return exchange.begin(body::decode);
    }
}
