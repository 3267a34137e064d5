// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;

/** What answers requests: routing, packing, the pass and decoding. Called from many threads at once. */
public interface DecisionService {

    /**
     * Begins to answer a request and returns at once. Everything that computes happens elsewhere: native code pins the
     * carrier of a virtual thread, and a few requests that compute on their own threads leave none for anybody else.
     *
     * @param reading makes the request, or throws what {@link Decision#await} then throws; called at most once
     */
    Decision begin(Supplier<DecisionRequest> reading);

    /** What {@code /health} calls the checkpoints that are served, resident or not. */
    List<String> checkpoints();

    /** A snapshot that waits for no inference. */
    Health health();

    /** A request that is being answered. For one thread. */
    interface Decision {
        /** Longer than anybody waits. */
        Duration ENDLESS = Duration.ofDays(365);

        /**
         * Waits for the answer.
         *
         * @return empty if it is not there within {@code patience}; it still comes
         * @throws org.decisionservice.api.RefusedException if the client can mend the request; any other exception is a
         *     failure of ours and tells the client nothing
         * @throws java.util.concurrent.CancellationException if the caller is interrupted, which abandons the decision,
         *     or abandoned it before
         */
        Optional<Outcome> await(Duration patience);

        /** Waits for the answer however long it takes, and throws as {@link #await(Duration)} does. */
        default Outcome await() {
            return await(ENDLESS).orElseThrow();
        }

        /** Nobody waits any more: what has not begun is dropped, and what computes ends as soon as it can. */
        void abandon();
    }

    /**
     * The answers about every state of a request.
     *
     * @param responses one per state, in the order of the request
     * @param rows that were computed: one per state and question, or more for a choice that one row cannot hold
     * @param timings where the time went
     */
    record Outcome(List<DecisionResponse> responses, int rows, Timings timings) {
        public Outcome {
            responses = List.copyOf(responses);
        }
    }

    /**
     * Where the time of a request went.
     *
     * @param packing routing, tokens and rows
     * @param waited time until the worker was free
     * @param inference time from taking the worker to the last answer, a load included
     */
    record Timings(Duration packing, Duration waited, Duration inference) {}
}
