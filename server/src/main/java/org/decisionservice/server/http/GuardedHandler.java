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
import java.util.function.Consumer;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Patience;
import org.decisionservice.server.access.ApiKey;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.transport.Client;
import org.decisionservice.server.transport.RequestPatience;

/**
 * Handles a guarded route: takes a request from its head to the last byte of its answer, in the documented order. The
 * request is watched, needs the key, counts against the rate and the share of the key, and holds a slot until its
 * answer is sent, whatever the {@link Work} is.
 */
final class GuardedHandler implements Handler {
    private static final FailureLog FAILURES =
            new FailureLog(System.getLogger(GuardedHandler.class.getName()), System::nanoTime);
    private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");

    /** The parts that all guarded routes share. */
    record Guard(
            Authentication authentication,
            Admission admission,
            Optional<Duration> requestTimeout,
            ErrorMapping errors,
            RequestWatch watch) {}

    /** An admitted request, and the slot that it holds. */
    record Exchange(
            ServerRequest request,
            ServerResponse response,
            RequestWatch.Watched watched,
            RequestPatience patience,
            Admission.Entered slot) {
        /** The same with another patience. */
        Exchange with(RequestPatience other) {
            return new Exchange(request, response, watched, other, slot);
        }
    }

    /** Computes the answers of a route. */
    @FunctionalInterface
    interface Work {
        /**
         * Answers an admitted request.
         *
         * @return sends the answer, and runs its argument when no more than the last piece is left to send
         * @throws RefusedException if the request is refused
         */
        Consumer<Runnable> answer(Exchange exchange);
    }

    private final Authentication authentication;
    private final Admission admission;
    private final Optional<Duration> requestTimeout;
    private final ErrorMapping errors;
    private final RequestWatch watch;
    private final GuardedRoute route;
    private final Work work;

    GuardedHandler(Guard guard, GuardedRoute route, Work work) {
        this.authentication = guard.authentication();
        this.admission = guard.admission();
        this.requestTimeout = guard.requestTimeout();
        this.errors = guard.errors();
        this.watch = guard.watch();
        this.route = route;
        this.work = work;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        try (RequestWatch.Watched watched = watch.begin(
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
        RequestPatience patience =
                new RequestPatience(watched::elapsed, requestTimeout, client::departed, admission::isOver);
        Admission.Entered slot;
        try {
            ApiKey key = key(request);
            key.name().ifPresent(name -> watched.authenticated(name, key.requestClass()));
            use(key, response);
            slot = admit(key, client, patience);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (RuntimeException e) {
            return refuse(request, response, e, () -> {});
        }
        // Whatever is sent, the slot is kept until the client has taken all but its last piece.
        try (slot) {
            Consumer<Runnable> answer;
            try {
                answer = work.answer(new Exchange(request, response, watched, patience, slot));
            } catch (CloseConnectionException e) {
                throw e;
            } catch (RuntimeException e) {
                return refuse(request, response, e, slot::close);
            }
            answer.accept(slot::close);
            return response.status().family() == Status.Family.SUCCESSFUL ? Ending.ANSWERED : Ending.INVALID;
        }
    }

    private Ending refuse(
            ServerRequest request, ServerResponse response, RuntimeException failure, Runnable beforeLast) {
        Refusal refusal = failure instanceof RefusedException refused ? refused.refusal() : fault(failure, response);
        errors.refuse(request, response, refusal, beforeLast);
        return Ending.of(refusal.kind());
    }

    private Refusal fault(RuntimeException failure, ServerResponse response) {
        Fatal.check(failure);
        if (admission.isOver()) {
            // Whatever a request meets while everything ends is no fault.
            return Refusal.STOPPING;
        }
        FAILURES.log(Envelope.requestId(response), failure);
        return FailureLog.isOfFiles(failure) ? ErrorMapping.UNAVAILABLE : ErrorMapping.FAILED;
    }

    private ApiKey key(ServerRequest request) {
        Optional<HeaderName> header = Authentication.header(route);
        return header.map(own -> authentication.key(request, own))
                .orElseGet(() -> authentication.key(request))
                .orElseThrow(() -> new RefusedException(
                        header.map(Authentication::unauthorized).orElse(ErrorMapping.UNAUTHORIZED)));
    }

    /** Counts a request against the rate of its key. */
    private static void use(ApiKey key, ServerResponse response) {
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
    }

    private Admission.Entered admit(ApiKey key, Client client, RequestPatience patience) {
        Optional<Admission.Share> share = key.share(admission.size());
        return switch (admission.enter(patience.within(Patience.ENDLESS), client, share)) {
            case Admission.ShareTaken(Admission.Share taken) ->
                throw new RefusedException(new Refusal(
                        Refusal.Kind.RATE_LIMITED,
                        "the key '" + taken.holder() + "' has its share of the requests at once, " + taken.most()
                                + "; send the next one when one of them is answered"));
            case Admission.BulkTaken(int most) ->
                throw new RefusedException(new Refusal(
                        Refusal.Kind.RATE_LIMITED,
                        "bulk requests have their part of the requests at once, " + most
                                + "; send the next one when one of them is answered"));
            case Admission.Busy _ -> throw patience.isOver() ? patience.refusal() : new RefusedException(errors.busy());
            case Admission.Stopping _ -> throw new RefusedException(Refusal.STOPPING);
            case Admission.Left _ ->
                throw new CloseConnectionException("the client left while its request waited to be admitted");
            case Admission.Entered slot -> slot;
        };
    }
}
