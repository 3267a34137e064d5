// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.checkpoint.TokenizerLibrary;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.Patience;
import org.decisionservice.host.checkpoints.Calibrations;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.decision.DecisionPipeline;
import org.decisionservice.host.decision.PreparationThreads;
import org.decisionservice.host.engines.EngineCatalogue;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.engines.Placements;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.LogitsCache;
import org.decisionservice.host.worker.PassObserver;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.hub.HubException;

/**
 * Everything that answers requests, without the listeners.
 *
 * @param placements the engines, closed with the rest
 */
public record Backend(
        CheckpointCatalogue catalogue,
        Calibrations calibrations,
        Placements placements,
        InferenceWorker worker,
        DecisionPipeline pipeline,
        CheckpointReload reloads) {

    /**
     * Starts the engines and puts the parts together; no weights are loaded yet.
     *
     * @param passes is told of every pass; empty if nobody is
     * @throws ConfigurationException naming the setting that has to change
     */
    public static Backend open(HostSettings settings, Inventory inventory, Optional<PassObserver> passes) {
        // DJL looks for its engines through the context class loader; threads started from here inherit it.
        Thread.currentThread().setContextClassLoader(inventory.engines());
        CheckpointCatalogue catalogue = inventory.catalogue();
        HostSettings.Routing routing = settings.routing();
        HostSettings.Compute compute = settings.compute();
        TokenizerLibrary.load().ifPresent(reason -> {
            throw new ConfigurationException("DJL_CACHE_DIR: " + reason);
        });
        Calibrations calibrations = Calibrations.load(catalogue, settings.checkpoints());
        EvidenceDetector evidence = new EvidenceDetector();
        if (settings.checkpoints().loading().preload()) {
            // Prepared in advance so that the first request does not have to wait for it.
            Thread.ofPlatform().daemon().name("language-evidence").start(evidence::prepare);
        }
        Placements placements = Placements.open(EngineCatalogue.find(inventory.engines()), compute, catalogue);
        requireStateVectors(catalogue, calibrations, placements);
        InferenceWorker worker = new InferenceWorker(
                new Residency(
                        placements::of,
                        placements.first().device(),
                        settings.checkpoints().loading().most(),
                        InstantSource.system(),
                        System::nanoTime),
                settings.checkpoints().loading().idleUnload(),
                sharing(compute),
                System::nanoTime,
                passes);
        CheckpointRouter router =
                new CheckpointRouter(routing.defaultModel(), routing.autoTask(), routing.pinned(), evidence);
        PackingOptions packing = new PackingOptions(settings.splitsChoices(), compute.approach(), settings.windows());
        PreparationThreads threads = new PreparationThreads(Runtime.getRuntime().availableProcessors());
        DecisionPipeline pipeline = new DecisionPipeline(router, catalogue, worker, threads, packing, System::nanoTime);
        CheckpointReload reloads = new CheckpointReload(catalogue, calibrations, worker);
        return new Backend(catalogue, calibrations, placements, worker, pipeline, reloads);
    }

    private static Sharing sharing(HostSettings.Compute compute) {
        return new Sharing(
                compute.coalesce(),
                compute.cacheBytes() > 0 ? Optional.of(new LogitsCache(compute.cacheBytes())) : Optional.empty());
    }

    /** Learned weights apply to the encoder's vectors of a state, which an engine may not return. */
    public static void requireStateVectors(
            CheckpointCatalogue catalogue, Calibrations calibrations, Placements placements) {
        for (ServedCheckpoint checkpoint : catalogue.all()) {
            if (calibrations.learned().containsKey(checkpoint.toString())) {
                Placement placement = placements.of(checkpoint);
                if (!placement.engine().engine().stateVectors()) {
                    placements.close();
                    throw new ConfigurationException("SERVICE_FITTED: the engine " + placement.engineName()
                            + ", which computes checkpoint " + checkpoint
                            + ", does not say what its encoder makes of a state; use onnx or pytorch");
                }
            }
        }
    }

    /**
     * The same weights and threads, whose responses have the encoder's vectors of the states, and are given by the
     * checkpoints alone, whatever files are in force.
     */
    public Backend returningStateVectors() {
        return new Backend(
                catalogue, Calibrations.none(catalogue), placements, worker, pipeline.returningStateVectors(), reloads);
    }

    /**
     * Answers for a command, however long that takes.
     *
     * @throws ConfigurationException if a checkpoint cannot be loaded, naming it: without it the command ends
     */
    public DecisionService.Decision answer(Supplier<ParsedRequest> parsing) {
        try {
            return pipeline.answer(parsing, Patience.UNLIMITED);
        } catch (CheckpointException | HubException | EngineException e) {
            // Lines that wait together fail together, and the last one's failure is the one that is recorded.
            String message = String.valueOf(e.getMessage());
            throw catalogue.all().stream()
                    .filter(checkpoint -> checkpoint
                            .loads()
                            .failure()
                            .filter(failure -> message.equals(failure.thrown().getMessage()))
                            .isPresent())
                    .findFirst()
                    .<RuntimeException>map(checkpoint -> checkpoint.unusable(e))
                    .orElse(e);
        }
    }

    /** Finishes the submitted work and frees everything; returns false if that takes longer than {@code patience}. */
    public boolean close(Duration patience) {
        pipeline.threads().close();
        boolean freed = worker.close(patience);
        if (freed) {
            placements.close();
        }
        return freed;
    }
}
