// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.decisionservice.core.checkpoint.TokenizerLibrary;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.hub.Hub;
import org.decisionservice.server.Contract;
import org.decisionservice.server.checkpoints.CheckpointCatalogue;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.decision.Decider;
import org.decisionservice.server.decision.Destinations;
import org.decisionservice.server.decision.Packing;
import org.decisionservice.server.decision.PreparationThreads;
import org.decisionservice.server.engines.EngineCatalogue;
import org.decisionservice.server.engines.EngineJars;
import org.decisionservice.server.engines.Placements;
import org.decisionservice.server.residency.Residency;
import org.decisionservice.server.worker.InferenceWorker;
import org.decisionservice.server.worker.PassObserver;

/**
 * Everything that answers requests, without the listeners.
 *
 * @param placements the engines, closed with the rest
 */
record Backend(CheckpointCatalogue catalogue, Placements placements, InferenceWorker worker, Decider decider) {

    /**
     * Assembles the backend; no weights are loaded yet.
     *
     * @param passes is told of every pass
     * @param meanwhile begins work that can run in parallel with the start of the engines
     * @throws org.decisionservice.server.config.ConfigurationException naming what must be changed
     */
    static Backend open(Settings settings, Home home, PassObserver passes, Consumer<CheckpointCatalogue> meanwhile) {
        ClassLoader engines = EngineJars.loader(home.engines(), Backend.class.getClassLoader());
        // DJL looks for its engines through the context class loader, which threads started from here inherit.
        Thread.currentThread().setContextClassLoader(engines);
        CheckpointCatalogue catalogue =
                CheckpointCatalogue.of(settings.checkpoints(), new Hub(settings.hub()), home.starter());
        Settings.Routing routing = settings.routing();
        catalogue.require(routing.defaultModel(), "SERVICE_DEFAULT_MODEL");
        routing.pinned().ifPresent(name -> catalogue.require(name, "SERVICE_MODEL"));
        Settings.Compute compute = settings.compute();
        meanwhile.accept(catalogue);
        TokenizerLibrary.load().ifPresent(reason -> {
            throw new ConfigurationException("DJL_CACHE_DIR: " + reason);
        });
        EvidenceDetector evidence = new EvidenceDetector();
        if (settings.checkpoints().preload()) {
            // Prepared in advance so that the first request does not have to wait for it.
            Thread.ofPlatform().daemon().name("language-evidence").start(evidence::prepare);
        }
        Placements placements = Placements.open(EngineCatalogue.find(engines), compute, catalogue);
        InferenceWorker worker = new InferenceWorker(
                new Residency(placements::of, placements.first().device(), InstantSource.system()),
                settings.checkpoints().idleUnload(),
                compute.sharedTokens(),
                System::nanoTime,
                passes);
        CheckpointRouter router =
                new CheckpointRouter(routing.defaultModel(), routing.autoTask(), routing.pinned(), evidence);
        Packing packing = new Packing(compute.maxBatchTokens(), settings.http().contract() == Contract.FULL);
        PreparationThreads threads = new PreparationThreads(Runtime.getRuntime().availableProcessors());
        Decider decider = new Decider(new Destinations(router, catalogue), worker, threads, packing, System::nanoTime);
        return new Backend(catalogue, placements, worker, decider);
    }

    /** Finishes the submitted work and frees everything; returns false if that takes longer than {@code patience}. */
    boolean close(Duration patience) {
        decider.threads().close();
        boolean freed = worker.close(patience);
        if (freed) {
            placements.close();
        }
        return freed;
    }
}
