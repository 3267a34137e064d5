// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.gate.PrecisionGate;
import org.decisionservice.host.prepared.PreparedStore;

/** Assigns engines to checkpoints. Every engine that any of them needs is open, once. */
public final class Placements implements AutoCloseable {
    private static final String VARIABLE = "SERVICE_ENGINE";

    private final SequencedMap<ServedCheckpoint, Placement> byCheckpoint;

    private Placements(SequencedMap<ServedCheckpoint, Placement> byCheckpoint) {
        this.byCheckpoint = Collections.unmodifiableSequencedMap(byCheckpoint);
    }

    /**
     * Opens the engines that the configuration names for the served checkpoints.
     *
     * @throws ConfigurationException naming the variable, if an engine, its device or a checkpoint is not available
     */
    public static Placements open(
            EngineCatalogue engines, HostSettings.Compute compute, CheckpointCatalogue checkpoints) {
        return place(engines, compute, checkpoints, new LinkedHashMap<>());
    }

    /** {@code open} has engines by name, and gets those that are opened. */
    private static Placements place(
            EngineCatalogue engines,
            HostSettings.Compute compute,
            CheckpointCatalogue checkpoints,
            Map<String, GatedEngine> open) {
        compute.engines().keySet().forEach(name -> checkpoints.require(name, VARIABLE));
        EngineOptions options = new EngineOptions(compute.threads());
        PrecisionGate gate = new PrecisionGate(compute.precisionTolerance());
        // All engines are chosen before any is opened, so that a mistake is reported before a runtime is started.
        SequencedMap<ServedCheckpoint, EngineCatalogue.Chosen> choices = new LinkedHashMap<>();
        for (ServedCheckpoint checkpoint : checkpoints.all()) {
            String engine = engine(checkpoint, compute, checkpoints);
            // Every engine has float32, with which the fastest precision is compared.
            Precision precision = compute.precision().orElse(Precision.FLOAT32);
            choices.put(checkpoint, engines.choose(VARIABLE, engine, options, precision, compute.device()));
        }
        Optional<PreparedStore> store = compute.prepared().map(PreparedStore::new);
        SequencedMap<ServedCheckpoint, Placement> placed = new LinkedHashMap<>();
        choices.forEach((checkpoint, choice) -> {
            String name = choice.provider().name();
            GatedEngine engine = open.computeIfAbsent(
                    name,
                    _ -> new GatedEngine(
                            choice.provider().open(choice.options()), choice.provider()::precisions, gate, store));
            placed.put(
                    checkpoint,
                    new Placement(name, engine, choice.device(), compute.precision(), compute.maxBatchTokens()));
        });
        return new Placements(placed);
    }

    /**
     * Assigns the engines that are open here to other checkpoints, which may be loaded in another precision.
     *
     * @throws ConfigurationException as {@link #open}
     */
    public Placements beside(EngineCatalogue engines, HostSettings.Compute compute, CheckpointCatalogue checkpoints) {
        Map<String, GatedEngine> open = new LinkedHashMap<>();
        byCheckpoint.values().forEach(placement -> open.put(placement.engineName(), placement.engine()));
        return place(engines, compute, checkpoints, open);
    }

    private static String engine(
            ServedCheckpoint checkpoint, HostSettings.Compute compute, CheckpointCatalogue checkpoints) {
        SequencedSet<String> wanted = new TreeSet<>();
        checkpoints.namesOf(checkpoint).forEach(name -> wanted.add(compute.engineOf(name)));
        if (wanted.size() > 1) {
            throw new ConfigurationException(VARIABLE + ": " + checkpoint
                    + " is one checkpoint here and computes on one engine, not on " + String.join(" and ", wanted)
                    + "; name one of them alone");
        }
        return wanted.getFirst();
    }

    /** Returns the placement of a checkpoint, which must be a served one. */
    public Placement of(ServedCheckpoint checkpoint) {
        Placement placement = byCheckpoint.get(checkpoint);
        if (placement == null) {
            throw new IllegalArgumentException("not served: " + checkpoint);
        }
        return placement;
    }

    /** The placement of the first checkpoint, which is shown while none is loaded. */
    public Placement first() {
        return byCheckpoint.firstEntry().getValue();
    }

    /** Describes the placements for the operator: one engine for all, or each checkpoint separately. */
    @Override
    public String toString() {
        return byCheckpoint.values().stream().distinct().count() == 1
                ? first().toString()
                : byCheckpoint.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining("; "));
    }

    /**
     * The same with those that compute on another device than they are placed on, which had no memory for them.
     *
     * @param devices of the checkpoints whose weights are in memory, by name
     */
    public String with(Map<String, Device> devices) {
        StringBuilder text = new StringBuilder(toString());
        byCheckpoint.forEach((checkpoint, placement) -> {
            Device actual = devices.getOrDefault(checkpoint.toString(), placement.device());
            if (!actual.equals(placement.device())) {
                text.append("; ")
                        .append(checkpoint)
                        .append(" on ")
                        .append(actual)
                        .append(", because ");
                text.append(placement.device()).append(" has too little memory");
            }
        });
        return text.toString();
    }

    /** Closes every engine. Idempotent. */
    @Override
    public void close() {
        byCheckpoint.values().stream().map(Placement::engine).distinct().forEach(GatedEngine::close);
    }
}
