// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static java.lang.System.Logger.Level.INFO;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.decisionservice.api.Routing;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.plan.PlannedCheckpoint;
import org.decisionservice.core.routing.Route;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.RowBatch;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint of an executor, whose weights are loaded when a row first needs them and then stay. Safe for any number
 * of threads; compared by identity.
 */
final class Model implements PlannedCheckpoint {
    private static final System.Logger LOG = System.getLogger(Model.class.getName());

    private final Checkpoint checkpoint;
    private final Calibration calibration;
    private final String repo;
    private final Supplier<LoadedModel> load;
    private final ReentrantLock passes;
    private @Nullable LoadedModel loaded;

    /**
     * @param repo its name in {@code routing.repo}
     * @param load loads the weights
     * @param passes held during a pass; models of one engine have the same
     */
    Model(
            Checkpoint checkpoint,
            Calibration calibration,
            String repo,
            Supplier<LoadedModel> load,
            ReentrantLock passes) {
        this.checkpoint = checkpoint;
        this.calibration = calibration;
        this.repo = repo;
        this.load = load;
        this.passes = passes;
    }

    @Override
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    @Override
    public Calibration calibration() {
        return calibration;
    }

    @Override
    public Routing routing(Route route) {
        return new Routing(route.checkpoint(), repo, route.reason(), route.detection(), route.workflow());
    }

    /**
     * How rows become passes, as the service plans them too. Loads the weights if they are not in memory.
     *
     * @throws EngineException as the engine's {@code load}
     */
    PassPlanner planner() {
        passes.lock();
        try {
            return PassPlanner.of(checkpoint.source().config(), loaded());
        } finally {
            passes.unlock();
        }
    }

    private LoadedModel loaded() {
        LoadedModel model = loaded;
        if (model == null) {
            model = load.get();
            LOG.log(INFO, "loaded {0} on {1} in {2}", repo, model.device(), model.precision());
            loaded = model;
        }
        return model;
    }

    /**
     * One pass. The other tasks of the executor wait, or read and pack meanwhile: one pass has all threads. If the
     * device is lost, the weights on it are given back, and the next pass, such as that of the task's next attempt,
     * loads them again.
     *
     * @throws EngineException as the engine's {@code load} and {@code forward}
     */
    Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        passes.lock();
        try {
            return loaded().forward(rows, abandoned);
        } catch (EngineException e) {
            if (e.kind() == EngineException.Kind.DEVICE_LOST) {
                forget();
            }
            throw e;
        } finally {
            passes.unlock();
        }
    }

    private void forget() {
        LoadedModel lost = loaded;
        loaded = null;
        if (lost != null) {
            lost.close();
        }
    }
}
