// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.packing.PlannedPasses;
import org.decisionservice.core.plan.CheckpointRows;
import org.decisionservice.core.plan.DecisionPlan;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.plan.Occlusion;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.plan.QuestionPlan;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Health;
import org.decisionservice.host.Patience;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.PassRequest;
import org.decisionservice.host.worker.PassResult;

/**
 * Answers requests: reads, routes, distributes among checkpoints, packs, computes and decodes. Safe for any number of
 * threads.
 *
 * @param router chooses the checkpoint of a state, if the catalogue has several
 * @param threads the threads on which requests are read, routed and packed
 * @param packing how requests are packed
 * @param nanoTime a clock with the contract of {@link System#nanoTime()}
 */
public record DecisionPipeline(
        CheckpointRouter router,
        CheckpointCatalogue catalogue,
        InferenceWorker worker,
        PreparationThreads threads,
        PackingOptions packing,
        LongSupplier nanoTime)
        implements DecisionService {
    /**
     * Files are seldom replaced, and hardly ever twice while one request is answered. But one replacement may take two
     * versions: a load finds the new files just before the reload reads them.
     */
    private static final int MOST_ATTEMPTS = 3;

    private static final Refusal REPLACED = new Refusal(
            Refusal.Kind.BUSY,
            "a checkpoint was replaced again and again while the request was answered; send the request again");

    @Override
    public Decision answer(Arrival arrival, Patience patience, Consumer<Unanswered> unanswered) {
        RoutedRequest request = new RoutedRequest(router, catalogue, arrival);
        try {
            return planned(request, arrival, patience, computation -> computation, computation -> {
                request.computedBy(computation::timings);
                List<DecisionResponse> responses =
                        computation.plan.answer(rows -> computation.logits(rows, arrival.requestClass(), patience));
                return new Decision(
                        request.parsed(), computation.explained(responses), computation.rows, computation.timings());
            });
        } catch (RuntimeException e) {
            request.routedTo().ifPresent(names -> unanswered.accept(new Unanswered(names, request.timings())));
            throw e;
        }
    }

    @Override
    public Planned plan(Arrival arrival, Patience patience) {
        RoutedRequest request = new RoutedRequest(router, catalogue, arrival);
        return planned(
                request,
                arrival,
                patience,
                computation -> computation.plan.planned(this::passes),
                plan -> new Planned(request.parsed(), plan));
    }

    private int passes(CheckpointRows<CheckpointVersion> rows) {
        return new PlannedPasses(rows.batches(), worker.expectedPlanner(rows.checkpoint()))
                .passes()
                .size();
    }

    /**
     * Plans a request, once more if files are replaced before it is answered.
     *
     * @param packed what is wanted of the plan, on a preparation thread
     * @param then makes the answer of it, on the caller's thread
     */
    private <P, T> T planned(
            RoutedRequest request,
            Arrival arrival,
            Patience patience,
            Function<Computation, P> packed,
            Function<P, T> then) {
        for (int attempt = 1; ; ) {
            try {
                boolean large = arrival.isLarge();
                Optional<P> planned = patience.await(threads.submit(
                        request.packing(() ->
                                plan(request, () -> arrival.isLarge() == large).map(packed)),
                        arrival.requestClass(),
                        large));
                if (planned.isEmpty()) {
                    arrival.awaitMemory(patience);
                    if (!request.filesAreRead()) {
                        patience.await(readFiles(request));
                    }
                    continue;
                }
                return then.apply(planned.get());
            } catch (SupersededException _) {
                // Whatever was packed and computed belongs to files that are gone.
                if (attempt++ == MOST_ATTEMPTS) {
                    throw new RefusedException(REPLACED);
                }
            } catch (RefusedException e) {
                throw request.inTerms(e);
            } finally {
                request.release();
            }
        }
    }

    /**
     * Parses, routes and packs in one step, so that one thread has to be woken for all; empty if memory or files are to
     * be waited for, or if it goes on among the large ones.
     *
     * @param here whether this is a thread for what the request has turned out to be
     */
    private Optional<Computation> plan(RoutedRequest request, BooleanSupplier here) {
        if (!request.parse(here)) {
            return Optional.empty();
        }
        long started = nanoTime.getAsLong();
        List<Destination<ServedCheckpoint>> all = request.route();
        if (!request.filesAreRead()) {
            return Optional.empty();
        }
        List<Destination<CheckpointVersion>> held = all.stream()
                .map(each -> new Destination<>(request.version(each.checkpoint()), each.route()))
                .toList();
        DecisionRequest asked = request.parsed().request();
        QuestionPlan<CheckpointVersion> questions = new QuestionPlan<>(asked.questions(), asked.controls(), packing);
        if (!request.mayBeAnswered(questions.heapNeeded(asked.states(), held)) || !here.getAsBoolean()) {
            return Optional.empty();
        }
        Optional<Occlusion> occlusion = asked.controls().explain()
                ? Optional.of(questions.occlusion(asked.states().getFirst(), held.getFirst()))
                : Optional.empty();
        DecisionPlan<CheckpointVersion> plan = occlusion.isEmpty()
                ? questions.plan(asked.states(), held)
                : questions.plan(occlusion.get(), held.getFirst());
        if (!packing.returnsStateVectors()
                && held.stream().anyMatch(each -> each.checkpoint().isTaught())) {
            ChangedQuestions.log(asked, held);
        }
        return Optional.of(new Computation(plan, occlusion, Duration.ofNanos(nanoTime.getAsLong() - started)));
    }

    /** On a thread of its own: files may have to be fetched, which must not delay the preparation of other requests. */
    private static Future<Void> readFiles(RoutedRequest request) {
        FutureTask<Void> reading = new FutureTask<>(
                Fatal.checked(
                        () -> request.route().forEach(each -> each.checkpoint().checkpoint())),
                null);
        Thread.ofPlatform().daemon().name("checkpoint-files").start(reading);
        return reading;
    }

    /** Has the rounds of a plan computed, and sums up what they took. For one thread. */
    private final class Computation {
        private final DecisionPlan<CheckpointVersion> plan;
        private final Optional<Occlusion> occlusion;
        private int rows;
        private int passes;
        private Timings complete;
        /** The timings of the round that is not complete. */
        private Supplier<Timings> current = () -> Timings.NONE;

        /**
         * @param occlusion what the states of the plan are, if they are one state and its parts
         * @param packing the time that routing and packing took
         */
        Computation(DecisionPlan<CheckpointVersion> plan, Optional<Occlusion> occlusion, Duration packing) {
            this.plan = plan;
            this.occlusion = occlusion;
            this.complete = Timings.ofPacking(packing);
        }

        List<Logits> logits(
                List<CheckpointRows<CheckpointVersion>> round, RequestClass requestClass, Patience patience) {
            CompletableFuture<PassResult> result = new CompletableFuture<>();
            current = worker.submit(
                    round.stream()
                            .map(of ->
                                    new PassRequest(of.checkpoint(), of.batches(), of.shareable(), of.stateVectors()))
                            .toList(),
                    requestClass,
                    result);
            PassResult computed = patience.await(result);
            current = () -> Timings.NONE;
            rows += computed.rows();
            passes += computed.passes();
            complete = complete.and(computed.timings());
            return computed.logits();
        }

        /** One response for each state of the request, from those for each state of the plan. */
        List<DecisionResponse> explained(List<DecisionResponse> responses) {
            return occlusion.isEmpty() ? responses : List.of(occlusion.get().explained(responses, rows, passes));
        }

        Timings timings() {
            return complete.and(current.get());
        }
    }

    /** The same, whose responses have the encoder's vectors of the states, and are given by the checkpoints alone. */
    public DecisionPipeline returningStateVectors() {
        return new DecisionPipeline(router, catalogue, worker, threads, packing.returningStateVectors(), nanoTime);
    }

    @Override
    public Stream<TaughtQuestion> taught(Question question) {
        if (packing.returnsStateVectors()) {
            return Stream.empty();
        }
        return catalogue.all().stream()
                .filter(ServedCheckpoint::isRead)
                .flatMap(checkpoint -> checkpoint.version().calibration().learnedAnyhow(question).stream());
    }

    @Override
    public CheckpointNames names() {
        return catalogue.names();
    }

    @Override
    public List<String> checkpoints() {
        return catalogue.labels();
    }

    @Override
    public Health health() {
        return worker.health();
    }
}
