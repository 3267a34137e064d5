// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;

/**
 * The models of this process. An executor runs many tasks, one after another and at once, and all of them share one
 * copy of the weights; they end with the process. This is the only state that outlives a task.
 */
final class ExecutorModels {
    /** Everything that the weights in memory depend on. Jobs that differ in anything else share them. */
    private record Key(
            String checkpoints,
            String calibration,
            String learned,
            boolean literalText,
            String engine,
            String precision,
            int threads) {}

    private static final Map<Key, Map<CheckpointName, Model>> OPEN = new ConcurrentHashMap<>();
    private static final EvidenceDetector EVIDENCE = new EvidenceDetector();

    private ExecutorModels() {}

    /**
     * The models of {@code plan}, opened by the first task that asks.
     *
     * @throws IllegalArgumentException naming the checkpoint or the engine that cannot be used, and why
     */
    static Models of(Plan plan) {
        Key key = new Key(
                plan.checkpoints(),
                plan.calibration(),
                plan.learned(),
                plan.literalText(),
                plan.engine(),
                plan.precision(),
                plan.threads());
        Map<CheckpointName, Model> models = OPEN.computeIfAbsent(key, _ -> Opening.of(plan));
        if (Opening.isOne(plan)) {
            return new Models(models, Optional.empty());
        }
        CheckpointName otherwise =
                CheckpointNames.ROUTED.find(plan.defaultModel()).orElseThrow();
        return new Models(
                models, Optional.of(new CheckpointRouter(otherwise, plan.autoTask(), Optional.empty(), EVIDENCE)));
    }
}
