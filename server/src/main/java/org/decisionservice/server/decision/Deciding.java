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
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.Fatal;
import org.decisionservice.server.checkpoints.SupersededException;
import org.decisionservice.server.worker.Inferred;
import org.decisionservice.server.worker.Work;
import org.jspecify.annotations.Nullable;

/**
 * A request in progress: read, routed and packed on a preparation thread, computed by the worker, decoded by the thread
 * that waits for it. The preparation thread itself passes it to the worker, so that no other thread has to be woken.
 */
final class Deciding implements DecisionService.Decision, Runnable {
    /** A checkpoint can be replaced once more while a request is packed again; nobody does so this often. */
    private static final int MOST_PACKINGS = 5;

    private final Decider decider;
    /** Completed by a step that fails or by the worker, cancelled by the waiting thread. */
    private final CompletableFuture<Inferred> outcome = new CompletableFuture<>();

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
            pack(request, routed, started, MOST_PACKINGS);
        } else {
            // Files may have to be fetched first. That takes long and must not delay the preparation of other requests.
            Thread.ofPlatform()
                    .daemon()
                    .name("checkpoint-files")
                    .start(() -> unlessItFails(() -> {
                        routed.forEach(state -> state.destination().checkpoint().checkpoint());
                        decider.threads()
                                .execute(() -> unlessItFails(() -> pack(request, routed, started, MOST_PACKINGS)));
                    }));
        }
    }

    private void pack(DecisionRequest request, List<RoutedState> routed, long started, int tries) {
        Versions versions = new Versions();
        Prepared ready;
        try {
            ready = new Prepared(request, routed, decider.packing(), versions);
        } catch (RuntimeException | Error e) {
            versions.close();
            throw e;
        }
        packing = Duration.ofNanos(decider.nanoTime().getAsLong() - started);
        prepared = ready;
        CompletableFuture<Inferred> computed = new CompletableFuture<>();
        var _ = computed.whenComplete((inferred, failure) -> {
            versions.close();
            if (failure instanceof SupersededException && tries > 1) {
                long again = decider.nanoTime().getAsLong();
                unlessItFails(() ->
                        decider.threads().execute(() -> unlessItFails(() -> pack(request, routed, again, tries - 1))));
            } else if (failure == null) {
                outcome.complete(inferred);
            } else {
                outcome.completeExceptionally(failure);
            }
        });
        // Whoever gives the request up gives its work up.
        var _ = outcome.whenComplete((_, _) -> computed.cancel(false));
        List<Work> work = ready.work();
        if (work.isEmpty()) {
            computed.complete(Inferred.NOTHING);
        } else {
            decider.worker().submit(work, computed);
        }
    }

    /** Passes everything that {@code step} throws, even an Error, to the caller; here it would only end a thread. */
    private void unlessItFails(Runnable step) {
        if (outcome.isDone()) {
            return;
        }
        try {
            step.run();
        } catch (Throwable e) {
            // The caller may already have left.
            Fatal.check(e);
            outcome.completeExceptionally(e);
        }
    }

    @Override
    public Optional<DecisionService.Outcome> await(Duration patience) {
        try {
            return Optional.of(decoded(outcome.get(patience.toNanos(), TimeUnit.NANOSECONDS)));
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

    private DecisionService.Outcome decoded(Inferred inferred) {
        return new DecisionService.Outcome(
                Objects.requireNonNull(prepared).responses(inferred),
                inferred.rows(),
                new DecisionService.Timings(packing, inferred.waited(), inferred.loading(), inferred.inference()));
    }

    @Override
    public void abandon() {
        if (outcome.cancel(false)) {
            decider.threads().drop(this);
        }
    }
}
