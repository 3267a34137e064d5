// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.core.plan.DecisionPlan;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.plan.PlanResult;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.worker.PassRequest;
import org.decisionservice.host.worker.PassResult;
import org.jspecify.annotations.Nullable;

/**
 * A request in progress: read, routed and packed on a preparation thread, computed by the worker, decoded by the thread
 * that waits for it. The preparation thread itself passes it to the worker, so that no other thread has to be woken. If
 * the answer takes more rounds, the thread that waits packs them, which needs no native code, and passes them on.
 */
final class PendingDecision implements DecisionService.Decision, Runnable {
    /** A checkpoint can be replaced once more while a request is packed again; nobody does so this often. */
    private static final int MOST_PACKINGS = 5;

    private final DecisionPipeline pipeline;

    /** Completed with the answer, a failure or abandonment: from then on, no version of a checkpoint is needed. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** The first round: completed by a step that fails or by the worker, cancelled by the waiting thread. */
    private final CompletableFuture<PassResult> first = new CompletableFuture<>();

    /** The round that is computed now. Used by the waiting thread only, as everything about later rounds. */
    private CompletableFuture<PassResult> round = first;

    private int packings = 1;
    private int rowsBefore;
    private DecisionService.Timings timeBefore = DecisionService.Timings.NONE;

    /** The packing that waits for a preparation thread, if there is one. */
    private volatile @Nullable Runnable queued;

    /** Released when it is used, because it holds the body. */
    private @Nullable Supplier<DecisionRequest> reading;

    private volatile @Nullable Routed routed;
    private volatile @Nullable DecisionPlan<CheckpointVersion> plan;
    private volatile Duration packing = Duration.ZERO;

    /** What is packed, and packed again if a checkpoint is replaced meanwhile. */
    private record Routed(DecisionRequest request, List<ServedDestination> destinations) {}

    PendingDecision(DecisionPipeline pipeline, Supplier<DecisionRequest> reading) {
        this.pipeline = pipeline;
        this.reading = reading;
    }

    /** Runs on a preparation thread. */
    @Override
    public void run() {
        Supplier<DecisionRequest> read = Objects.requireNonNull(reading);
        reading = null;
        unlessItFails(first, () -> route(read.get()));
    }

    private void route(DecisionRequest request) {
        long started = pipeline.nanoTime().getAsLong();
        List<ServedDestination> destinations = request.states().stream()
                .map(state ->
                        pipeline.destinations().of(state, request.questions().keySet(), request.controls()))
                .toList();
        Routed all = new Routed(request, destinations);
        routed = all;
        if (destinations.stream().allMatch(each -> each.checkpoint().isRead())) {
            pack(all, started, first);
        } else {
            // Files may have to be fetched first. That takes long and must not delay the preparation of other requests.
            Thread.ofPlatform()
                    .daemon()
                    .name("checkpoint-files")
                    .start(() -> unlessItFails(first, () -> {
                        destinations.forEach(each -> each.checkpoint().checkpoint());
                        queue(() -> unlessItFails(first, () -> pack(all, started, first)), first);
                    }));
        }
    }

    /** @param result of the first round */
    private void pack(Routed all, long started, CompletableFuture<PassResult> result) {
        Versions versions = new Versions();
        DecisionPlan<CheckpointVersion> ready;
        try {
            List<Destination<CheckpointVersion>> held = all.destinations().stream()
                    .map(each -> new Destination<>(versions.of(each.checkpoint()), each.routing()))
                    .toList();
            ready = DecisionPlan.of(all.request(), held, pipeline.packing());
        } catch (RuntimeException | Error e) {
            versions.close();
            throw e;
        }
        packing = Duration.ofNanos(pipeline.nanoTime().getAsLong() - started);
        plan = ready;
        var _ = ended.whenComplete((_, _) -> versions.close());
        compute(ready, result);
    }

    private void compute(DecisionPlan<CheckpointVersion> round, CompletableFuture<PassResult> result) {
        List<PassRequest> requests = round.rows().stream()
                .map(rows -> new PassRequest(rows.checkpoint(), rows.batches(), rows.shareable()))
                .toList();
        if (requests.isEmpty()) {
            result.complete(PassResult.NOTHING);
        } else {
            pipeline.worker().submit(requests, result);
        }
    }

    /** Passes everything that {@code step} throws, even an Error, to the caller; here it would only end a thread. */
    private static void unlessItFails(CompletableFuture<PassResult> result, Runnable step) {
        if (result.isDone()) {
            return;
        }
        try {
            step.run();
        } catch (Throwable e) {
            // The caller may already have left.
            Fatal.check(e);
            result.completeExceptionally(e);
        }
    }

    @Override
    public Optional<DecisionService.Outcome> await(Duration patience) {
        try {
            Optional<DecisionService.Outcome> outcome =
                    outcome(pipeline.nanoTime().getAsLong() + patience.toNanos());
            outcome.ifPresent(_ -> ended.complete(null));
            return outcome;
        } catch (RuntimeException | Error e) {
            ended.complete(null);
            throw e;
        }
    }

    /** Goes from round to round; returns empty if {@code until}, on the pipeline's clock, comes first. */
    private Optional<DecisionService.Outcome> outcome(long until) {
        try {
            while (true) {
                long left = Math.max(0, until - pipeline.nanoTime().getAsLong());
                try {
                    PassResult inferred = round.get(left, TimeUnit.NANOSECONDS);
                    switch (Objects.requireNonNull(plan).next(inferred.logits())) {
                        case PlanResult.Answered<CheckpointVersion>(List<DecisionResponse> responses) -> {
                            return Optional.of(outcome(responses, inferred));
                        }
                        case PlanResult.MoreRows<CheckpointVersion>(DecisionPlan<CheckpointVersion> next) ->
                            continueWith(next, inferred);
                    }
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof SupersededException) || packings == MOST_PACKINGS) {
                        throw e;
                    }
                    packAgain();
                }
            }
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            abandon();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a decision");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /** Begins again with the versions that are in force now, because one of the old ones is gone. */
    private void packAgain() {
        packings++;
        Routed all = Objects.requireNonNull(routed);
        long started = pipeline.nanoTime().getAsLong();
        CompletableFuture<PassResult> again = new CompletableFuture<>();
        round = again;
        unlessItFails(again, () -> queue(() -> unlessItFails(again, () -> pack(all, started, again)), again));
    }

    /** Packs when a preparation thread is free, unless {@code result} is given up before. */
    private void queue(Runnable step, CompletableFuture<PassResult> result) {
        queued = step;
        pipeline.threads().execute(step);
        if (result.isCancelled()) {
            pipeline.threads().drop(step);
        }
    }

    private void continueWith(DecisionPlan<CheckpointVersion> next, PassResult inferred) {
        rowsBefore += inferred.rows();
        timeBefore = timeBefore.plus(timings(inferred));
        plan = next;
        round = new CompletableFuture<>();
        compute(next, round);
    }

    private DecisionService.Outcome outcome(List<DecisionResponse> responses, PassResult inferred) {
        return new DecisionService.Outcome(
                responses,
                rowsBefore + inferred.rows(),
                timeBefore.plus(timings(inferred)).plus(DecisionService.Timings.ofPacking(packing)));
    }

    private static DecisionService.Timings timings(PassResult inferred) {
        return new DecisionService.Timings(Duration.ZERO, inferred.waited(), inferred.loading(), inferred.inference());
    }

    @Override
    public void abandon() {
        if (round.cancel(false)) {
            pipeline.threads().drop(this);
            Optional.ofNullable(queued).ifPresent(pipeline.threads()::drop);
        }
        ended.complete(null);
    }
}
