// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Health;
import org.decisionservice.host.worker.InferenceWorker;

/**
 * Answers requests: routes, distributes among checkpoints, packs, computes and decodes. Safe for any number of threads.
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

    @Override
    public Decision begin(Supplier<DecisionRequest> reading) {
        PendingDecision deciding = new PendingDecision(this, reading);
        threads.execute(deciding);
        return deciding;
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
