// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.hub.HubException;

/**
 * Loads checkpoints before the service listens. A separate thread reads configurations and tokenizers, one after the
 * other, while the engines start and weights are loaded. Weights are loaded while the rest of the service is built.
 */
public final class Preload {
    private final HostSettings settings;
    private final SequencedMap<ServedCheckpoint, FutureTask<?>> reading = new LinkedHashMap<>();
    private Future<?> loading = CompletableFuture.completedFuture(true);

    public Preload(HostSettings settings) {
        this.settings = settings;
    }

    /**
     * Begins to read the checkpoints that the configuration wants loaded; none if preloading is off. The others are
     * checked as far as that needs no download, so that their first request does not fail for what is known now.
     *
     * @throws ConfigurationException if the configuration names a checkpoint that is not served, or if one that is
     *     served cannot be
     */
    public void begin(CheckpointCatalogue catalogue) {
        SequencedSet<ServedCheckpoint> planned = plan(settings, catalogue);
        for (ServedCheckpoint checkpoint : catalogue.all()) {
            if (!planned.contains(checkpoint)) {
                check(checkpoint);
            }
        }
        for (ServedCheckpoint checkpoint : planned) {
            reading.put(checkpoint, new FutureTask<>(checkpoint::checkpoint));
        }
        List<FutureTask<?>> order = List.copyOf(reading.values());
        Thread.ofPlatform().daemon().name("checkpoint-files").start(() -> read(order));
    }

    private static SequencedSet<ServedCheckpoint> plan(HostSettings settings, CheckpointCatalogue catalogue) {
        SequencedSet<ServedCheckpoint> named = new LinkedHashSet<>();
        for (CheckpointName name : settings.checkpoints().loading().models()) {
            ServedCheckpoint checkpoint = catalogue.require(name, "SERVICE_MODELS");
            if (settings.checkpoints().loading().preload()) {
                checkpoint.ask(name);
            }
            named.add(checkpoint);
        }
        if (!settings.checkpoints().loading().preload()) {
            return new LinkedHashSet<>();
        }
        return named.isEmpty() ? all(settings.checkpoints().loading().most(), catalogue) : named;
    }

    /** The checkpoints that have room: the rest would only push them out again. */
    private static SequencedSet<ServedCheckpoint> all(OptionalInt most, CheckpointCatalogue catalogue) {
        SequencedSet<ServedCheckpoint> fitting = catalogue.all().stream()
                .limit(most.orElse(Integer.MAX_VALUE))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        fitting.forEach(ServedCheckpoint::askForAll);
        return fitting;
    }

    private static void check(ServedCheckpoint checkpoint) {
        try {
            checkpoint.check();
        } catch (CheckpointException e) {
            throw checkpoint.unusable(e);
        }
    }

    /**
     * Reads up to the first checkpoint that cannot be read: the start ends there, and nothing more needs to be fetched.
     */
    private static void read(List<FutureTask<?>> order) {
        for (FutureTask<?> one : order) {
            one.run();
            if (one.state() != Future.State.SUCCESS) {
                return;
            }
        }
    }

    /** Begins to load the weights of these checkpoints, one after the other, and then to warm up. */
    public void load(InferenceWorker worker, WarmUp warmUp) {
        FutureTask<?> task = new FutureTask<>(() -> loadAll(worker, warmUp), null);
        Thread.ofPlatform().daemon().name("preload").start(() -> {
            task.run();
            if (task.state() == Future.State.SUCCESS && !reading.isEmpty()) {
                collectGarbage();
            }
        });
        loading = task;
    }

    /**
     * Waits until everything is loaded.
     *
     * @throws ConfigurationException naming the first checkpoint that cannot be read or loaded and why
     */
    public void await() {
        await(loading);
    }

    private void loadAll(InferenceWorker worker, WarmUp warmUp) {
        reading.forEach((checkpoint, read) -> load(checkpoint, read, worker));
        warmUp.run(reading.keySet());
    }

    /**
     * Reading leaves three times as much garbage as live data, so old that no young collection would free it. Most is
     * of the language model, which another thread reads: collected before that has ended, it counts as live. The
     * service is ready without waiting for either. Resident afterwards with the starter: 236 MiB; without a collection
     * ({@code -XX:+DisableExplicitGC}) 299, with one too early 316. With 421 million weights, which are mapped: 1,604
     * MiB, without 1,654.
     */
    private static void collectGarbage() {
        new EvidenceDetector().prepare();
        System.gc();
    }

    private static void load(ServedCheckpoint checkpoint, Future<?> read, InferenceWorker worker) {
        try {
            await(read);
            worker.load(checkpoint);
        } catch (CheckpointException | HubException | EngineException | UncheckedIOException e) {
            throw checkpoint.unusable(e);
        }
    }

    private static void await(Future<?> read) {
        try {
            read.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the service started", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
