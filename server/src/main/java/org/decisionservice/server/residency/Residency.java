// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.residency;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.server.Health;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.engines.Placement;

/** The loaded checkpoints, in order of loading. Confined to the inference thread, except for the snapshots. */
public final class Residency {
    private static final System.Logger LOG = System.getLogger(Residency.class.getName());

    private final Function<ServedCheckpoint, Placement> placements;
    private final Device preferred;
    private final Revisions revisions = new Revisions();
    private final SequencedMap<ServedCheckpoint, Resident> loaded = new LinkedHashMap<>();
    private final SequencedMap<ServedCheckpoint, Occupancy> occupancies = new LinkedHashMap<>();
    private final Map<ServedCheckpoint, String> lastFallbacks = new HashMap<>();
    private final Changes changes;
    private long loads;
    private volatile SequencedMap<ServedCheckpoint, Health.Resident> snapshot = new LinkedHashMap<>();
    private volatile SequencedMap<String, Occupancy> occupancy = Collections.emptySortedMap();
    private volatile Map<String, ServedPrecision> precisions = Map.of();

    /**
     * @param placements the engine and device of a checkpoint
     * @param preferred device to show while no checkpoint is resident
     * @param clock the clock that dates the files
     */
    public Residency(Function<ServedCheckpoint, Placement> placements, Device preferred, InstantSource clock) {
        this.placements = placements;
        this.preferred = preferred;
        this.changes = new Changes(clock);
    }

    /** The device to show while no checkpoint is resident. */
    public Device preferredDevice() {
        return preferred;
    }

    /** The device that a checkpoint computes on, or is to be loaded to while it is not resident. */
    public Device device(ServedCheckpoint checkpoint) {
        Resident resident = loaded.get(checkpoint);
        return resident == null
                ? placements.apply(checkpoint).device()
                : resident.model().device();
    }

    /**
     * Returns the checkpoint's model, and loads it first if it is not resident or if its files were written to since it
     * was loaded. Its passes fail with BAD_MODEL if the files are written to while they run. If its device has too
     * little memory for it, it is loaded on the CPU and stays there until it is dropped.
     *
     * @throws org.decisionservice.engine.spi.EngineException as the engine's {@code load}, and BAD_MODEL while the
     *     weights are being written to; the checkpoint is not resident then
     */
    public LoadedModel model(ServedCheckpoint checkpoint) {
        Resident resident = loaded.get(checkpoint);
        if (resident != null && changes.outdate(checkpoint, resident.file())) {
            drop(checkpoint);
            resident = null;
        }
        if (resident == null) {
            loads++;
            resident = loadWhereItFits(checkpoint);
        }
        return resident.model();
    }

    /**
     * Loads a second copy of the checkpoint on the CPU; the caller closes it.
     *
     * @throws org.decisionservice.engine.spi.EngineException as {@link #model}
     */
    public LoadedModel loadOnCpu(ServedCheckpoint checkpoint) {
        loads++;
        WeightsFile file = WeightsFile.open(weights(checkpoint));
        try {
            Resident resident = loaded.get(checkpoint);
            if (resident != null && !resident.file().loaded().equals(file.loaded())) {
                throw file.changed("loaded, and a copy would be another checkpoint");
            }
            return model(checkpoint, file, Device.CPU);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** How often a load has begun, successful or not. */
    public long loads() {
        return loads;
    }

    /** Counts a request for which the device had too little memory. */
    public void countFallback(ServedCheckpoint checkpoint, String reason) {
        lastFallbacks.put(checkpoint, reason);
        account(checkpoint, Occupancy::fellBack);
    }

    /** Drops one checkpoint if it is resident. */
    public void drop(ServedCheckpoint checkpoint) {
        Resident resident = loaded.remove(checkpoint);
        if (resident != null) {
            try {
                resident.model().close();
            } finally {
                // Published after closing, so that a reader who sees that the checkpoint is no longer resident can rely
                // on its memory being free.
                account(checkpoint, Occupancy::dropped);
            }
        }
    }

    /** Drops all checkpoints and returns how many there were. */
    public int dropAll() {
        int count = loaded.size();
        while (!loaded.isEmpty()) {
            drop(loaded.firstEntry().getKey());
        }
        return count;
    }

    /**
     * The resident checkpoints by the names that were asked for, in order of loading. For any thread; does not block.
     */
    public SequencedMap<String, Health.Resident> snapshot() {
        SequencedMap<String, Health.Resident> byName = new LinkedHashMap<>();
        snapshot.forEach(
                (checkpoint, resident) -> checkpoint.askedLabels().forEach(label -> byName.put(label, resident)));
        return byName;
    }

    /** The cost of every checkpoint that was ever loaded. For any thread; does not block. */
    public SequencedMap<String, Occupancy> occupancy() {
        return occupancy;
    }

    /** The precisions of the resident checkpoints. For any thread; does not block. */
    public Map<String, ServedPrecision> precisions() {
        return precisions;
    }

    private Resident loadWhereItFits(ServedCheckpoint checkpoint) {
        Device device = device(checkpoint);
        try {
            return keep(checkpoint, load(checkpoint, device));
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.OUT_OF_DEVICE_MEMORY || device.equals(Device.CPU)) {
                throw e;
            }
            String reason = String.valueOf(e.getMessage());
            LOG.log(WARNING, "{0}: {1} has too little memory, it stays on the CPU: {2}", checkpoint, device, reason);
            Resident resident = keep(checkpoint, load(checkpoint, Device.CPU));
            countFallback(checkpoint, reason);
            return resident;
        }
    }

    private Resident keep(ServedCheckpoint checkpoint, Resident resident) {
        loaded.put(checkpoint, resident);
        long bytes = resident.file().loaded().size();
        account(checkpoint, occupancy -> occupancy.loaded(bytes));
        return resident;
    }

    private Resident load(ServedCheckpoint checkpoint, Device device) {
        // Opened first, so that every later change to the file is detected when it is loaded.
        WeightsFile file = WeightsFile.open(weights(checkpoint));
        try {
            changes.requireStill(checkpoint, file);
            checkpoint.refresh();
            Resident resident = load(checkpoint, file, device);
            changes.loaded(checkpoint, file);
            return resident;
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private Resident load(ServedCheckpoint checkpoint, WeightsFile file, Device device) {
        CompletableFuture<String> revision = changes.commit(checkpoint)
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> revisions.of(weights(checkpoint)));
        Placement placement = placements.apply(checkpoint);
        LoadedModel model = model(checkpoint, file, device);
        try {
            Resident resident = new Resident(model, revision.join(), file);
            // The digest and the engine have each read the file separately.
            requireUntouched(file);
            LOG.log(
                    INFO,
                    "loaded {0} with {1} on {2} in {3}, weights {4}",
                    checkpoint,
                    placement.engineName(),
                    model.device(),
                    model.precision(),
                    resident.revision());
            return resident;
        } catch (RuntimeException e) {
            model.close();
            throw e;
        }
    }

    private LoadedModel model(ServedCheckpoint checkpoint, WeightsFile file, Device device) {
        LoadedModel model;
        try {
            model = placements.apply(checkpoint).load(checkpoint.checkpoint(), device);
        } catch (InternalError e) {
            // Java throws this when it reads a mapped page that the file no longer has.
            requireUntouched(file);
            throw e;
        }
        LoadedModel watched = new WatchedModel(model, file);
        try {
            requireUntouched(file);
            return watched;
        } catch (EngineException e) {
            watched.close();
            throw e;
        }
    }

    private static void requireUntouched(WeightsFile file) {
        if (file.condition() != WeightsFile.Condition.UNTOUCHED) {
            throw file.changed("loaded");
        }
    }

    private static Path weights(ServedCheckpoint checkpoint) {
        return checkpoint.checkpoint().source().weights();
    }

    /** Records a change and publishes the new state. */
    private void account(ServedCheckpoint changed, UnaryOperator<Occupancy> change) {
        occupancies.put(changed, change.apply(occupancies.getOrDefault(changed, Occupancy.NONE)));
        SequencedMap<String, Occupancy> costs = new LinkedHashMap<>();
        occupancies.forEach((checkpoint, cost) -> costs.put(checkpoint.toString(), cost));
        occupancy = Collections.unmodifiableSequencedMap(costs);

        Map<String, ServedPrecision> served = new HashMap<>();
        SequencedMap<ServedCheckpoint, Health.Resident> now = new LinkedHashMap<>();
        loaded.forEach((checkpoint, resident) -> {
            served.put(checkpoint.toString(), ServedPrecision.of(resident.model()));
            Health.Resident shown = new Health.Resident(
                    resident.revision(),
                    resident.model().device().toString(),
                    occupancies.getOrDefault(checkpoint, Occupancy.NONE).fallbacks(),
                    Optional.ofNullable(lastFallbacks.get(checkpoint)));
            now.put(checkpoint, shown);
        });
        precisions = Map.copyOf(served);
        snapshot = Collections.unmodifiableSequencedMap(now);
    }
}
