// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.decisionservice.server.DecisionService;

/** Accompanies requests and tells the observers when they are over. Safe for any number of threads. */
public final class RequestWatch {
    private final LongSupplier nanoTime;
    private final List<RequestObserver> observers;

    /**
     * @param nanoTime as {@link System#nanoTime()}
     */
    public RequestWatch(LongSupplier nanoTime, List<RequestObserver> observers) {
        this.nanoTime = nanoTime;
        this.observers = List.copyOf(observers);
    }

    /**
     * A request has arrived.
     *
     * @param traceparent the header of that name
     */
    public Watched begin(DecisionRoute route, String id, Optional<String> traceparent) {
        return new Watched(route, id, traceparent);
    }

    /** One request; over when closed. For one thread. */
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

        /** The decision is made; the answer is still to be sent. */
        public void decided(DecisionService.Outcome outcome) {
            effort = Optional.of(Effort.of(outcome, elapsed()));
        }

        /** The answer is sent. A request that is closed without this counts as left by its client. */
        public void ended(Ending how, int sentStatus) {
            ending = how;
            status = sentStatus;
        }

        @Override
        public void close() {
            FinishedRequest finished = new FinishedRequest(id, route, status, ending, elapsed(), traceparent, effort);
            observers.forEach(observer -> observer.finished(finished));
        }

        /** Time since its head was read. */
        public Duration elapsed() {
            return Duration.ofNanos(nanoTime.getAsLong() - started);
        }
    }
}
