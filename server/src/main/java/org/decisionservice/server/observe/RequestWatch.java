// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.host.DecisionService;

/** Watches requests and tells the observers when they are finished. Safe for any number of threads. */
public final class RequestWatch {
    private final LongSupplier nanoTime;
    private final List<RequestObserver> observers;
    private final List<DecisionObserver> decisions;

    /**
     * Creates a watch.
     *
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     * @param decisions are told of every decision, with what was asked
     */
    public RequestWatch(
            LongSupplier nanoTime, List<RequestObserver> observers, List<? extends DecisionObserver> decisions) {
        this.nanoTime = nanoTime;
        this.observers = List.copyOf(observers);
        this.decisions = List.copyOf(decisions);
    }

    /**
     * Begins to watch a request that has arrived.
     *
     * @param traceparent the header of that name
     */
    public Watched begin(DecisionRoute route, String id, Optional<String> traceparent) {
        return new Watched(route, id, traceparent);
    }

    /** One request, finished when closed. Used by one thread. */
    public final class Watched implements AutoCloseable {
        private final long started = nanoTime.getAsLong();
        private final DecisionRoute route;
        private final String id;
        private final Optional<String> traceparent;
        private Ending ending = Ending.GONE;
        private int status = FinishedRequest.CLIENT_LEFT;
        private Optional<Effort> effort = Optional.empty();

        private Watched(DecisionRoute route, String id, Optional<String> traceparent) {
            this.route = route;
            this.id = id;
            this.traceparent = traceparent;
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

        /**
         * Records that the answer is sent. A request that is closed without this call counts as one whose client left.
         */
        public void ended(Ending how, int sentStatus) {
            ending = how;
            status = sentStatus;
        }

        @Override
        public void close() {
            FinishedRequest finished = new FinishedRequest(id, route, status, ending, elapsed(), traceparent, effort);
            observers.forEach(observer -> observer.finished(finished));
        }

        /** Time since the request's head was read. */
        public Duration elapsed() {
            return Duration.ofNanos(nanoTime.getAsLong() - started);
        }
    }
}
