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
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.worker.Inferred;
import org.decisionservice.host.worker.Work;
import org.jspecify.annotations.Nullable;

/**
 * A request in progress: read, routed and packed on a preparation thread, computed by the worker, decoded by the thread
 * that waits for it. The preparation thread itself passes it to the worker, so that no other thread has to be woken. If
 * the answer takes more rounds, the thread that waits packs them, which needs no native code, and passes them on.
 */
final class Deciding implements DecisionService.Decision, Runnable {
    /** A checkpoint can be replaced once more while a request is packed again; nobody does so this often. */
    private static final int MOST_PACKINGS = 5;

    private final Decider decider;

    /** Completed with the answer, a failure or abandonment: from then on, no version of a checkpoint is needed. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** The first round: completed by a step that fails or by the worker, cancelled by the waiting thread. */
    private final CompletableFuture<Inferred> first = new CompletableFuture<>();

    /** The round that is computed now. Used by the waiting thread only, as everything about later rounds. */
    private CompletableFuture<Inferred> round = first;

    private int packings = 1;
    private int rowsBefore;
    private DecisionService.Timings timeBefore = DecisionService.Timings.NONE;

    /** The packing that waits for a preparation thread, if there is one. */
    private volatile @Nullable Runnable queued;

    /** Released when it is used, because it holds the body. */
    private @Nullable Supplier<DecisionRequest> reading;

    private volatile @Nullable Routed routed;
    private volatile @Nullable Prepared prepared;
    private volatile Duration packing = Duration.ZERO;

    /** What is packed, and packed again if a checkpoint is replaced meanwhile. */
    private record Routed(DecisionRequest request, List<RoutedState> states) {}

    Deciding(Decider decider, Supplier<DecisionRequest> reading) {
        this.decider = decider;
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
        long started = decider.nanoTime().getAsLong();
        List<RoutedState> states = RoutedState.of(
                request.states(),
                state -> decider.destinations().of(state, request.questions().keySet(), request.controls()));
        Routed all = new Routed(request, states);
        routed = all;
        if (states.stream().allMatch(state -> state.destination().checkpoint().isRead())) {
            pack(all, started, first);
        } else {
            // Files may have to be fetched first. That takes long and must not delay the preparation of other requests.
            Thread.ofPlatform()
                    .daemon()
                    .name("checkpoint-files")
                    .start(() -> unlessItFails(first, () -> {
                        states.forEach(state -> state.destination().checkpoint().checkpoint());
                        queue(() -> unlessItFails(first, () -> pack(all, started, first)), first);
                    }));
        }
    }

    /** @param result of the first round */
    private void pack(Routed all, long started, CompletableFuture<Inferred> result) {
        Versions versions = new Versions();
        Prepared ready;
        try {
            ready = Prepared.of(all.request(), all.states(), decider.packing(), versions);
        } catch (RuntimeException | Error e) {
            versions.close();
            throw e;
        }
        packing = Duration.ofNanos(decider.nanoTime().getAsLong() - started);
        prepared = ready;
        var _ = ended.whenComplete((_, _) -> versions.close());
        compute(ready.work(), result);
    }

    private void compute(List<Work> work, CompletableFuture<Inferred> result) {
        if (work.isEmpty()) {
            result.complete(Inferred.NOTHING);
        } else {
            decider.worker().submit(work, result);
        }
    }

    /** Passes everything that {@code step} throws, even an Error, to the caller; here it would only end a thread. */
    private static void unlessItFails(CompletableFuture<Inferred> result, Runnable step) {
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
                    outcome(decider.nanoTime().getAsLong() + patience.toNanos());
            outcome.ifPresent(_ -> ended.complete(null));
            return outcome;
        } catch (RuntimeException | Error e) {
            ended.complete(null);
            throw e;
        }
    }

    /** Goes from round to round; returns empty if {@code until}, on the decider's clock, comes first. */
    private Optional<DecisionService.Outcome> outcome(long until) {
        try {
            while (true) {
                long left = Math.max(0, until - decider.nanoTime().getAsLong());
                try {
                    Inferred inferred = round.get(left, TimeUnit.NANOSECONDS);
                    switch (Objects.requireNonNull(prepared).after(inferred)) {
                        case Step.Answered(List<DecisionResponse> responses) -> {
                            return Optional.of(outcome(responses, inferred));
                        }
                        case Step.MoreWork(Prepared next) -> continueWith(next, inferred);
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
        long started = decider.nanoTime().getAsLong();
        CompletableFuture<Inferred> again = new CompletableFuture<>();
        round = again;
        unlessItFails(again, () -> queue(() -> unlessItFails(again, () -> pack(all, started, again)), again));
    }

    /** Packs when a preparation thread is free, unless {@code result} is given up before. */
    private void queue(Runnable step, CompletableFuture<Inferred> result) {
        queued = step;
        decider.threads().execute(step);
        if (result.isCancelled()) {
            decider.threads().drop(step);
        }
    }

    private void continueWith(Prepared next, Inferred inferred) {
        rowsBefore += inferred.rows();
        timeBefore = timeBefore.plus(timings(inferred));
        prepared = next;
        round = new CompletableFuture<>();
        compute(next.work(), round);
    }

    private DecisionService.Outcome outcome(List<DecisionResponse> responses, Inferred inferred) {
        return new DecisionService.Outcome(
                responses,
                rowsBefore + inferred.rows(),
                timeBefore.plus(timings(inferred)).plus(DecisionService.Timings.ofPacking(packing)));
    }

    private static DecisionService.Timings timings(Inferred inferred) {
        return new DecisionService.Timings(Duration.ZERO, inferred.waited(), inferred.loading(), inferred.inference());
    }

    @Override
    public void abandon() {
        if (round.cancel(false)) {
            decider.threads().drop(this);
            Optional.ofNullable(queued).ifPresent(decider.threads()::drop);
        }
        ended.complete(null);
    }
}
