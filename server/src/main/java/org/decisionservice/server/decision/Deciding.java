// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

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
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.Fatal;
import org.decisionservice.server.worker.Inferred;
import org.decisionservice.server.worker.Work;
import org.jspecify.annotations.Nullable;

/**
 * A request in progress: read, routed and packed on a preparation thread, computed by the worker, decoded by the thread
 * that waits for it. The preparation thread itself passes it to the worker, so that no other thread has to be woken. If
 * the answer takes more rounds, the thread that waits packs them, which needs no native code, and passes them on.
 */
final class Deciding implements DecisionService.Decision, Runnable {
    private final Decider decider;
    /** The first round: completed by a step that fails or by the worker, cancelled by the waiting thread. */
    private final CompletableFuture<Inferred> first = new CompletableFuture<>();

    /** The round that is computed now. Used by the waiting thread only, as everything about later rounds. */
    private CompletableFuture<Inferred> round = first;

    private int rowsBefore;
    private DecisionService.Timings timeBefore = DecisionService.Timings.NONE;

    /** Released when it is used, because it holds the body. */
    private @Nullable Supplier<DecisionRequest> reading;

    private volatile @Nullable Prepared prepared;
    private volatile Duration packing = Duration.ZERO;

    Deciding(Decider decider, Supplier<DecisionRequest> reading) {
        this.decider = decider;
        this.reading = reading;
    }

    /** Runs on a preparation thread. */
    @Override
    public void run() {
        Supplier<DecisionRequest> read = Objects.requireNonNull(reading);
        reading = null;
        unlessItFails(() -> route(read.get()));
    }

    private void route(DecisionRequest request) {
        long started = decider.nanoTime().getAsLong();
        List<RoutedState> routed = RoutedState.of(
                request.states(),
                state -> decider.destinations().of(state, request.questions().keySet(), request.controls()));
        if (routed.stream().allMatch(state -> state.destination().checkpoint().isRead())) {
            pack(request, routed, started);
        } else {
            // Files may have to be fetched first. That takes long and must not delay the preparation of other requests.
            Thread.ofPlatform()
                    .daemon()
                    .name("checkpoint-files")
                    .start(() -> unlessItFails(() -> {
                        routed.forEach(state -> state.destination().checkpoint().checkpoint());
                        decider.threads().execute(() -> unlessItFails(() -> pack(request, routed, started)));
                    }));
        }
    }

    private void pack(DecisionRequest request, List<RoutedState> routed, long started) {
        Prepared ready = Prepared.of(request, routed, decider.packing());
        packing = Duration.ofNanos(decider.nanoTime().getAsLong() - started);
        prepared = ready;
        compute(ready.work(), first);
    }

    private void compute(List<Work> work, CompletableFuture<Inferred> result) {
        if (work.isEmpty()) {
            result.complete(Inferred.NOTHING);
        } else {
            decider.worker().submit(work, result);
        }
    }

    /** Passes everything that {@code step} throws, even an Error, to the caller; here it would only end a thread. */
    private void unlessItFails(Runnable step) {
        if (first.isDone()) {
            return;
        }
        try {
            step.run();
        } catch (Throwable e) {
            // The caller may already have left.
            Fatal.check(e);
            first.completeExceptionally(e);
        }
    }

    @Override
    public Optional<DecisionService.Outcome> await(Duration patience) {
        long started = decider.nanoTime().getAsLong();
        try {
            while (true) {
                long spent = decider.nanoTime().getAsLong() - started;
                Inferred inferred = round.get(Math.max(0, patience.toNanos() - spent), TimeUnit.NANOSECONDS);
                switch (Objects.requireNonNull(prepared).after(inferred)) {
                    case Step.Answered(List<DecisionResponse> responses) -> {
                        return Optional.of(outcome(responses, inferred));
                    }
                    case Step.MoreWork(Prepared next) -> continueWith(next, inferred);
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
        }
    }
}
