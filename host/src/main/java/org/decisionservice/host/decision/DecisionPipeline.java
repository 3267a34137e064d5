// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.CheckpointRows;
import org.decisionservice.core.plan.DecisionPlan;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Health;
import org.decisionservice.host.Patience;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.PassRequest;
import org.decisionservice.host.worker.PassResult;

/**
 * Answers requests: reads, routes, distributes among checkpoints, packs, computes and decodes. Safe for any number of
 * threads.
 *
 * @param threads the threads on which requests are read, routed and packed
 * @param packing how requests are packed
 * @param nanoTime a clock with the contract of {@link System#nanoTime()}
 */
public record DecisionPipeline(
        Destinations destinations,
        InferenceWorker worker,
        PreparationThreads threads,
        PackingOptions packing,
        LongSupplier nanoTime)
        implements DecisionService {
    /** Files are seldom replaced, and hardly ever twice while one request is answered. */
    private static final int MOST_ATTEMPTS = 2;

    private static final Refusal REPLACED = new Refusal(
            Refusal.Kind.BUSY,
            "a checkpoint was replaced twice while the request was answered; send the request again");

    /** A request that was read, with where its states go, and the time that routing took. */
    private record Routed(ParsedRequest parsed, List<ServedDestination> destinations, Duration took) {
        boolean isRead() {
            return destinations.stream().allMatch(each -> each.checkpoint().isRead());
        }
    }

    /** A plan, and the time that routing and packing took. */
    record Planned(DecisionPlan<CheckpointVersion> plan, Duration took) {}

    @Override
    public Decision answer(Supplier<ParsedRequest> parsing, Patience patience) {
        Routed routed = patience.await(threads.submit(() -> route(parsing.get())));
        if (!routed.isRead()) {
            patience.await(readFiles(routed));
        }
        for (int attempt = 1; ; attempt++) {
            try (Versions versions = new Versions()) {
                Planned planned =
                        patience.await(threads.submit(() -> versions.whilePacking(() -> plan(routed, versions))));
                Computation computation = new Computation(patience);
                List<DecisionResponse> responses = planned.plan().answer(computation::logits);
                return new Decision(routed.parsed(), responses, computation.rows, computation.timings(planned.took()));
            } catch (SupersededException _) {
                // Whatever was packed and computed belongs to files that are gone.
                if (attempt == MOST_ATTEMPTS) {
                    throw new RefusedException(REPLACED);
                }
            } catch (RefusedException e) {
                throw routed.parsed().inTerms(e);
            }
        }
    }

    private Routed route(ParsedRequest parsed) {
        long started = nanoTime.getAsLong();
        DecisionRequest request = parsed.request();
        try {
            List<ServedDestination> all = request.states().stream()
                    .map(state -> destinations.of(state, request.questions().keySet(), request.controls()))
                    .toList();
            return new Routed(parsed, all, since(started));
        } catch (RefusedException e) {
            throw parsed.inTerms(e);
        }
    }

    private Planned plan(Routed routed, Versions versions) {
        long started = nanoTime.getAsLong();
        List<Destination<CheckpointVersion>> held = routed.destinations().stream()
                .map(each -> new Destination<>(versions.of(each.checkpoint()), each.routing()))
                .toList();
        DecisionPlan<CheckpointVersion> plan = DecisionPlan.of(routed.parsed().request(), held, packing);
        return new Planned(plan, routed.took().plus(since(started)));
    }

    private Duration since(long started) {
        return Duration.ofNanos(nanoTime.getAsLong() - started);
    }

    /** On a thread of its own: files may have to be fetched, which must not delay the preparation of other requests. */
    private static Future<Void> readFiles(Routed routed) {
        FutureTask<Void> reading = new FutureTask<>(
                Fatal.checked(() ->
                        routed.destinations().forEach(each -> each.checkpoint().checkpoint())),
                null);
        Thread.ofPlatform().daemon().name("checkpoint-files").start(reading);
        return reading;
    }

    /** Has the rounds of one request computed, and sums up what they took. For one thread. */
    private final class Computation {
        private final Patience patience;
        private int rows;
        private Duration waited = Duration.ZERO;
        private Duration loading = Duration.ZERO;
        private Duration inference = Duration.ZERO;

        Computation(Patience patience) {
            this.patience = patience;
        }

        List<Logits> logits(List<CheckpointRows<CheckpointVersion>> round) {
            CompletableFuture<PassResult> result = new CompletableFuture<>();
            worker.submit(
                    round.stream()
                            .map(of -> new PassRequest(of.checkpoint(), of.batches(), of.shareable(), of.stateMeans()))
                            .toList(),
                    result);
            PassResult computed = patience.await(result);
            rows += computed.rows();
            waited = waited.plus(computed.waited());
            loading = loading.plus(computed.loading());
            inference = inference.plus(computed.inference());
            return computed.logits();
        }

        Timings timings(Duration packing) {
            return new Timings(packing, waited, loading, inference);
        }
    }

    /** The same, whose responses have the encoder's means over the tokens of the states. */
    public DecisionPipeline returningStateMeans() {
        return new DecisionPipeline(destinations, worker, threads, packing.returningStateMeans(), nanoTime);
    }

    @Override
    public CheckpointNames names() {
        return destinations.names();
    }

    @Override
    public List<String> checkpoints() {
        return destinations.checkpoints();
    }

    @Override
    public Health health() {
        return worker.health();
    }
}
