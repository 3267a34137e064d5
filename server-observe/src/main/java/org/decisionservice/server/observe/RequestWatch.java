// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.RequestClass;

/**
 * Watches requests, and logs each when it is finished and tells the observers. Safe for any number of threads.
 */
public final class RequestWatch {
    /**
     * W3C Trace Context: version, trace, span and flags. Later versions may add fields; ff and an id of zeros are no
     * version and no id.
     */
    private static final Pattern TRACEPARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

    private final LongSupplier nanoTime;
    private final List<RequestObserver> observers;
    private final List<DecisionObserver> decisions;
    private final boolean addresses;
    private final Optional<Supplier<String>> newTrace;

    /**
     * Creates a watch.
     *
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     * @param observers are told of every request, besides the log
     * @param decisions are told of every decision, with what was asked
     * @param addresses whether the addresses of clients are noted
     * @param newTrace makes the id of a trace for a request whose client names none; empty makes none
     */
    public RequestWatch(
            LongSupplier nanoTime,
            List<RequestObserver> observers,
            List<? extends DecisionObserver> decisions,
            boolean addresses,
            Optional<Supplier<String>> newTrace) {
        this.nanoTime = nanoTime;
        this.observers = List.copyOf(observers);
        this.decisions = List.copyOf(decisions);
        this.addresses = addresses;
        this.newTrace = newTrace;
    }

    /**
     * Begins to watch a request that has arrived.
     *
     * @param traceparent the header of that name
     * @param address of the client
     */
    public Watched begin(GuardedRoute route, String id, Optional<String> traceparent, String address) {
        observers.forEach(observer -> observer.began(route));
        return new Watched(route, id, traceparent, address);
    }

    /** One request, finished when closed. Used by one thread. */
    public final class Watched implements AutoCloseable {
        private final long started = nanoTime.getAsLong();
        private final GuardedRoute route;
        private final String id;
        private final Optional<String> traceparent;
        private final Optional<String> traceId;
        private final Optional<String> address;
        private Optional<String> key = Optional.empty();
        private RequestClass requestClass = RequestClass.INTERACTIVE;
        private Ending ending = Ending.GONE;
        private int status = FinishedRequest.CLIENT_LEFT;
        private Duration waitedForMemory = Duration.ZERO;
        private Optional<Effort> effort = Optional.empty();
        private Optional<Ending> within = Optional.empty();

        private Watched(GuardedRoute route, String id, Optional<String> traceparent, String address) {
            this.route = route;
            this.id = id;
            this.traceparent = traceparent;
            this.traceId = traceparent
                    .map(TRACEPARENT::matcher)
                    .filter(Matcher::matches)
                    .map(header -> header.group(1))
                    .or(() -> newTrace.map(Supplier::get));
            this.address = addresses ? Optional.of(address) : Optional.empty();
        }

        /** Records the name of the key that the request came with, and its class. */
        public void authenticated(String name, RequestClass ofKey) {
            key = Optional.of(name);
            requestClass = ofKey;
        }

        /** Records how long the request has waited for memory. */
        public void waitedForMemory(Duration waited) {
            waitedForMemory = waited;
        }

        /** Records that the decision is made; the answer is still to be sent. */
        public void decided(DecisionService.Decision decision) {
            effort = Optional.of(Effort.of(decision, elapsed()));
            if (!decisions.isEmpty()) {
                var decided = new DecisionObserver.Decided(
                        id, decision.request(), decision.parsed().positions(), decision.responses());
                decisions.forEach(observer -> observer.decided(decided));
            }
        }

        /** Records how far a request got that is not answered. */
        public void unanswered(DecisionService.Unanswered request) {
            effort = Optional.of(Effort.of(request, elapsed()));
        }

        /** Records how something within the request ended, which the status of the answer does not say. */
        public void endedWithin(Ending how) {
            within = Optional.of(how);
        }

        /**
         * Records that the answer is sent. A request that is closed without this call counts as one whose client left.
         */
        public void ended(Ending how, int sentStatus) {
            ending = how == Ending.ANSWERED ? within.orElse(how) : how;
            status = sentStatus;
        }

        @Override
        public void close() {
            FinishedRequest finished = new FinishedRequest(
                    id,
                    route,
                    status,
                    ending,
                    elapsed(),
                    traceparent,
                    traceId,
                    address,
                    key,
                    requestClass,
                    waitedForMemory,
                    effort);
            RequestLog.write(finished);
            observers.forEach(observer -> observer.finished(finished));
        }

        /** Time since the request's head was read. */
        public Duration elapsed() {
            return Duration.ofNanos(nanoTime.getAsLong() - started);
        }
    }
}
