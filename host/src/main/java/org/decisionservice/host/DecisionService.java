// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;

/** Answers requests: routing, packing, the pass and decoding. Called from many threads at once. */
public interface DecisionService {

    /**
     * Begins to answer a request and returns at once. All computation happens on other threads: native code pins the
     * carrier of a virtual thread, so a few requests that computed on their own threads would block the others.
     *
     * @param reading makes the request, or throws what {@link Decision#await} then throws; called at most once
     */
    Decision begin(Supplier<DecisionRequest> reading);

    /** The names that a request can select checkpoints by. */
    CheckpointNames names();

    /** The names that {@code /health} uses for the checkpoints that are served, resident or not. */
    List<String> checkpoints();

    /** Takes a snapshot without waiting for inference. */
    Health health();

    /** A request that is being answered. Used by one thread. */
    interface Decision {
        /** Longer than any client waits. */
        Duration ENDLESS = Duration.ofDays(365);

        /**
         * Waits for the answer.
         *
         * @return empty if the answer is not there within {@code patience}; it is still being computed
         * @throws org.decisionservice.api.RefusedException if the client can correct the request; any other exception
         *     is a failure of the service and tells the client nothing
         * @throws java.util.concurrent.CancellationException if the caller is interrupted, which abandons the decision,
         *     or has abandoned it before
         */
        Optional<Outcome> await(Duration patience);

        /** Waits for the answer without a time limit, and throws as {@link #await(Duration)} does. */
        default Outcome await() {
            return await(ENDLESS).orElseThrow();
        }

        /**
         * Gives the request up because nobody waits for it any more. Work that has not begun is dropped, and work in
         * progress ends as soon as it can.
         */
        void abandon();
    }

    /**
     * The answers to a request, for all of its states.
     *
     * @param responses one per state, in the order of the request
     * @param rows the number of rows computed, in all rounds: one per state and question, or more for a choice that
     *     takes several
     * @param timings where the time went
     */
    record Outcome(List<DecisionResponse> responses, int rows, Timings timings) {
        public Outcome {
            responses = List.copyOf(responses);
        }
    }

    /**
     * Where the time of a request went; for a request of several rounds, the sum of them.
     *
     * @param packing time for routing, tokenizing and building the rows of the first round
     * @param waited time until the worker was free
     * @param loading time that the worker needed to load checkpoints; zero if they were resident
     * @param inference time from taking the worker to the last answer, without loading
     */
    record Timings(Duration packing, Duration waited, Duration loading, Duration inference) {
        public static final Timings NONE = new Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

        /** Only packing. */
        public static Timings ofPacking(Duration packing) {
            return new Timings(packing, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        }

        /** The time of both. */
        public Timings plus(Timings other) {
            return new Timings(
                    packing.plus(other.packing),
                    waited.plus(other.waited),
                    loading.plus(other.loading),
                    inference.plus(other.inference));
        }

        /** Time that the request had the worker, loading included. */
        public Duration working() {
            return loading.plus(inference);
        }
    }
}
