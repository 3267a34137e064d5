// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.plan.CheckpointRows;
import org.decisionservice.core.plan.DecisionPlan;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.Patience;
import org.decisionservice.host.checkpoints.Calibrations;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.decision.DecisionPipeline;
import org.decisionservice.host.engines.EngineCatalogue;
import org.decisionservice.host.engines.Placements;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.PassRequest;
import org.decisionservice.host.worker.SparePasses;
import org.decisionservice.host.worker.SpareTime;
import org.decisionservice.hub.HubException;

/** Answers requests a second time in another way. For one thread, except where a method says otherwise. */
public final class Shadow implements AutoCloseable {
    private final CheckpointCatalogue catalogue;
    private final Calibrations calibrations;
    private final DecisionPipeline served;
    private final SparePasses passes;
    /** Its own weights; empty if they are those that are served. */
    private final Optional<Residency> own;

    private final LongSupplier nanoTime;

    private Shadow(
            CheckpointCatalogue catalogue,
            Calibrations calibrations,
            DecisionPipeline served,
            SparePasses passes,
            Optional<Residency> own) {
        this.catalogue = catalogue;
        this.calibrations = calibrations;
        this.served = served;
        this.passes = passes;
        this.own = own;
        this.nanoTime = served.nanoTime();
    }

    /**
     * A shadow that differs from what is served in its files of what labels say, and asks the same weights.
     *
     * @param files calibrations and learned files; others that it names are not asked
     * @throws ConfigurationException if a file cannot be read, or was made for another checkpoint
     */
    public static Shadow ofFiles(HostSettings.Checkpoints files, Backend backend, SpareTime spare) {
        CheckpointCatalogue catalogue = backend.catalogue();
        Calibrations calibrations = Calibrations.beside(catalogue, files);
        Backend.requireStateVectors(catalogue, calibrations, backend.placements());
        return new Shadow(
                catalogue, calibrations, backend.pipeline(), backend.worker().spare(spare), Optional.empty());
    }

    /**
     * A shadow with weights of its own, which are in memory when this returns, and stay. Called before the service
     * listens, because they are loaded on the inference thread.
     *
     * @param settings of what answers, with what differs
     * @param inventory where its checkpoints are found
     * @throws ConfigurationException naming what cannot be read or loaded
     */
    public static Shadow ofWeights(HostSettings settings, Inventory inventory, Backend backend, SpareTime spare) {
        CheckpointCatalogue catalogue = inventory.catalogue();
        Placements placements =
                backend.placements().beside(EngineCatalogue.find(inventory.engines()), settings.compute(), catalogue);
        Residency own = new Residency(
                placements::of,
                placements.first().device(),
                OptionalInt.empty(),
                InstantSource.system(),
                System::nanoTime);
        load(catalogue, own, backend.worker());
        settings.compute().precision().ifPresent(asked -> requireSome(asked, own));
        Calibrations calibrations = Calibrations.beside(catalogue, settings.checkpoints());
        Backend.requireStateVectors(catalogue, calibrations, placements);
        return new Shadow(
                catalogue, calibrations, backend.pipeline(), backend.worker().spare(spare, own), Optional.of(own));
    }

    /** A precision that the gate refuses would be tried in float32, and look as good as it. */
    private static void requireSome(Precision asked, Residency own) {
        if (own.residents().precisions().values().stream().noneMatch(served -> served.precision() == asked)) {
            throw new ConfigurationException("SERVICE_PRECISION: " + asked
                    + " is refused for every checkpoint, because it would change the answers, as the log says; there is"
                    + " nothing to try, unless SERVICE_SHADOW names a higher tolerance behind it");
        }
    }

    private static void load(CheckpointCatalogue catalogue, Residency own, InferenceWorker worker) {
        for (ServedCheckpoint checkpoint : catalogue.all()) {
            try {
                var version = checkpoint.version();
                Patience.UNLIMITED.await(worker.between(() -> own.model(version)));
            } catch (CheckpointException | EngineException | HubException e) {
                throw checkpoint.unusable(e);
            }
        }
    }

    /**
     * Answers a request.
     *
     * @param patience how long spare time is waited for
     * @return one response for each state
     * @throws SparePasses.NoSpareTimeException if there was too little of it
     * @throws java.util.concurrent.CancellationException if there is none any more
     * @throws org.decisionservice.api.RefusedException if it cannot be asked here
     * @throws EngineException as the engine threw it
     */
    public List<DecisionResponse> answer(DecisionRequest request, Duration patience) {
        long limit = nanoTime.getAsLong() + patience.toNanos();
        // Packing takes a processor, too.
        passes.awaitSpareTime(limit);
        Map<ServedCheckpoint, TriedVersion> held = new HashMap<>();
        try {
            Set<String> ids = request.questions().keySet();
            List<Destination<TriedVersion>> all = request.states().stream()
                    .map(state -> catalogue.destination(served.router(), state, ids, request.controls()))
                    .map(to -> new Destination<>(
                            held.computeIfAbsent(to.checkpoint(), checkpoint -> hold(checkpoint)), to.route()))
                    .toList();
            DecisionPlan<TriedVersion> plan = DecisionPlan.of(request, all, served.packing());
            return plan.answer(
                    round -> round.stream().map(rows -> logits(rows, limit)).toList());
        } finally {
            held.values().forEach(tried -> tried.version().release());
        }
    }

    private TriedVersion hold(ServedCheckpoint checkpoint) {
        var version = checkpoint.hold();
        return new TriedVersion(version, calibrations.of(version));
    }

    private Logits logits(CheckpointRows<TriedVersion> rows, long limit) {
        return passes.compute(
                new PassRequest(rows.checkpoint().version(), rows.batches(), rows.shareable(), rows.stateVectors()),
                limit);
    }

    /** Number of its passes that a request has cut off. For any thread. */
    public long interrupted() {
        return passes.interrupted();
    }

    /** Reads its files of what labels say again; returns why nothing was changed, empty if they are in force. */
    public Optional<String> reload() {
        return calibrations.reload();
    }

    /** The files in force. For any thread. */
    public Calibrations calibrations() {
        return calibrations;
    }

    /** The weights of its own that are in memory, in bytes. For any thread. */
    public long bytes() {
        return own.map(residency -> residency.residents().occupancy().values().stream()
                        .mapToLong(cost -> cost.bytes())
                        .sum())
                .orElse(0L);
    }

    /** The revision of the weights behind the name of a checkpoint in its answers. For any thread. */
    public Optional<String> revision(String name) {
        return own.flatMap(residency -> catalogue.labelled(name).flatMap(residency.residents()::revision))
                .or(() -> Optional.ofNullable(
                                served.worker().health().resident().get(name))
                        .filter(_ -> own.isEmpty())
                        .map(resident -> resident.revision()));
    }

    /** Frees its own weights once the inference thread comes to it. */
    @Override
    public void close() {
        own.ifPresent(residency -> {
            try {
                var _ = served.worker().between(residency::dropAll);
            } catch (RejectedExecutionException _) {
                // The inference thread has ended, and the process does.
            }
        });
    }
}
