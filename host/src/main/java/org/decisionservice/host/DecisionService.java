// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Question;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.core.learning.TaughtQuestion;

/** Answers requests: reading, routing, packing, the passes and decoding. Called from many threads at once. */
public interface DecisionService {

    /**
     * Answers a request, and waits for the answer on the calling thread. Everything is computed on other threads:
     * native code pins the carrier of a virtual thread, so a few requests that computed on their own threads would
     * block the others.
     *
     * @param patience is asked before and while each step is waited for
     * @param unanswered is told how far a request got that was routed, before an exception is thrown for it
     * @throws org.decisionservice.api.RefusedException if the client can correct the request or send it again; any
     *     other exception but those of {@code patience} is a failure of the service and tells the client nothing
     * @throws java.util.concurrent.CancellationException if the calling thread is interrupted
     */
    Decision answer(Arrival arrival, Patience patience, Consumer<Unanswered> unanswered);

    /** The same for callers in this process that need an answer or nothing. */
    default Decision answer(Supplier<ParsedRequest> parsing, Patience patience) {
        return answer(Arrival.of(parsing), patience, _ -> {});
    }

    /**
     * Says what the answer to a request with one state would take, and waits for that as {@link #answer} does. Nothing
     * is computed, and no weights are loaded for it.
     *
     * @throws org.decisionservice.api.RefusedException as {@link #answer}, but for what later rounds refuse
     */
    Planned plan(Arrival arrival, Patience patience);

    /** A request and what its answer would take. */
    record Planned(ParsedRequest parsed, RequestPlan plan) {
        /** The body of the answer. */
        public JsonDocument body() {
            return parsed.body(plan);
        }
    }

    /**
     * A request that was routed and is not answered.
     *
     * @param checkpoints where its states were to go, by the names in answers; empty names for a deployment that does
     *     not route
     * @param timings where the time has gone so far
     */
    record Unanswered(Set<Optional<CheckpointName>> checkpoints, Timings timings) {
        public Unanswered {
            checkpoints = Set.copyOf(checkpoints);
        }
    }

    /** The names that a request can select checkpoints by. */
    CheckpointNames names();

    /** The names that {@code /health} uses for the checkpoints that are served, resident or not. */
    List<String> checkpoints();

    /** Takes a snapshot without waiting for inference. */
    Health health();

    /** The learned weights of a question, of every checkpoint whose files are read. */
    default Stream<TaughtQuestion> taught(Question question) {
        return Stream.empty();
    }

    /**
     * A request and its answers.
     *
     * @param responses one for each state, in the order of the request
     * @param rows the number of rows computed, in all rounds: one for each state and question, or more for a choice
     *     that takes several
     * @param timings where the time went
     */
    record Decision(ParsedRequest parsed, List<DecisionResponse> responses, int rows, Timings timings) {
        public Decision {
            responses = List.copyOf(responses);
        }

        public DecisionRequest request() {
            return parsed.request();
        }

        /** The body of the answer. */
        public JsonDocument body() {
            return parsed.body(responses);
        }
    }

    /**
     * The times of the steps of a request; for a request of several rounds, the sum of them.
     *
     * @param packing time for routing, tokenizing and building the rows of the first round
     * @param waited time until the worker was free, before the first pass and between passes
     * @param loading time that the worker needed to load checkpoints; zero if they were resident
     * @param inference time that the request had the worker apart from that, including the rows of others in its passes
     */
    record Timings(Duration packing, Duration waited, Duration loading, Duration inference) {
        /** No time at all. */
        public static final Timings NONE = new Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

        /** The timings of a request that is packed and not computed. */
        public static Timings ofPacking(Duration packing) {
            return new Timings(packing, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        }

        /**
         * The timings of rows that were with the worker for {@code total} nanoseconds, and had it for {@code loading}
         * and {@code inference} of them.
         */
        public static Timings ofWorker(long total, long loading, long inference) {
            return new Timings(
                    Duration.ZERO,
                    Duration.ofNanos(total - loading - inference),
                    Duration.ofNanos(loading),
                    Duration.ofNanos(inference));
        }

        /** The sum of both. */
        public Timings and(Timings further) {
            return new Timings(
                    packing.plus(further.packing),
                    waited.plus(further.waited),
                    loading.plus(further.loading),
                    inference.plus(further.inference));
        }

        /** Time that the request had the worker, loading included. */
        public Duration working() {
            return loading.plus(inference);
        }
    }
}
