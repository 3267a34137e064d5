// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.residency.Residency;

/**
 * Finds out on a thread of its own in which precision new weights serve, one version at a time, while the inference
 * thread answers. Called on the inference thread.
 */
final class GateThread {
    private static final Duration KEPT = Duration.ofSeconds(1);

    private final Residency residency;
    private final Executor inference;
    private final ThreadPoolExecutor thread;
    private final Map<CheckpointVersion, CompletableFuture<Void>> begun = new HashMap<>();
    private final List<Pending> waiting = new ArrayList<>();

    /** Somebody who waits until a version has passed the gate; {@code outcome} is done if nobody does any more. */
    private record Pending(
            CheckpointVersion version, CompletableFuture<Void> gated, CompletableFuture<?> outcome, Runnable again) {}

    /** @param inference runs a task on the inference thread */
    GateThread(Residency residency, Executor inference) {
        this.residency = residency;
        this.inference = inference;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                KEPT.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("judging").factory());
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Has a version pass the gate, unless that has begun, and then {@code again} run on the inference thread. If that
     * fails, {@code outcome} fails instead, unless that is because the files of a version in force were replaced: then
     * {@code again} finds the new ones.
     */
    void gate(CheckpointVersion version, CompletableFuture<?> outcome, Runnable again) {
        begun.values().removeIf(CompletableFuture::isDone);
        CompletableFuture<Void> gated = begun.computeIfAbsent(version, this::begin);
        Pending one = new Pending(version, gated, outcome, again);
        waiting.add(one);
        var _ = gated.whenComplete((_, _) -> {
            try {
                inference.execute(() -> goOn(one));
            } catch (RejectedExecutionException _) {
                // The inference thread ends, and calls finish().
            }
        });
    }

    private CompletableFuture<Void> begin(CheckpointVersion version) {
        // Its tokenizer is needed to the end, although the version may be superseded meanwhile.
        boolean held = version.hold();
        CompletableFuture<Void> gated =
                CompletableFuture.runAsync(Fatal.checked(() -> residency.gate(version)), thread);
        return held ? gated.whenComplete((_, _) -> version.release()) : gated;
    }

    private void goOn(Pending one) {
        if (!waiting.remove(one)) {
            return;
        }
        boolean inForce = isInForce(one.version());
        boolean replaced = inForce && !one.version().isCurrent();
        if (replaced || !one.gated().isCompletedExceptionally()) {
            one.again().run();
            return;
        }
        Throwable failure = one.gated().exceptionNow();
        if (inForce && failure instanceof RuntimeException reason) {
            one.version().served().loads().failed(reason);
        }
        one.outcome().completeExceptionally(failure);
    }

    private static boolean isInForce(CheckpointVersion version) {
        return version.served().isRead() && version.served().version() == version;
    }

    /**
     * Goes on with every request that waits, as soon as it can, and refuses what is to come into force. Returns once
     * the thread has ended.
     */
    void finish() {
        while (!waiting.isEmpty()) {
            Pending one = waiting.getFirst();
            if (!isInForce(one.version())) {
                one.outcome().completeExceptionally(InferenceWorker.closed());
            }
            CompletableFuture.anyOf(one.gated(), one.outcome())
                    .handle((_, _) -> true)
                    .join();
            if (one.gated().isDone()) {
                goOn(one);
            } else {
                waiting.remove(one);
            }
        }
        thread.shutdownNow();
        thread.close();
    }
}
