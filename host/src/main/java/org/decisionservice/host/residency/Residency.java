// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.engines.Placement;

/**
 * The loaded checkpoints, in order of loading, and the models of versions that were replaced and are still needed.
 * Confined to the inference thread, except for {@link #residents}, {@link #expectedPlanner} and {@link #gate}.
 */
public final class Residency {
    private static final System.Logger LOG = System.getLogger(Residency.class.getName());

    private final Function<ServedCheckpoint, Placement> placements;
    private final Device preferred;
    private final LongSupplier nanoTime;
    private final OptionalInt most;
    private final SequencedMap<ServedCheckpoint, Resident> loaded = new LinkedHashMap<>();
    private final SequencedMap<ServedCheckpoint, Occupancy> occupancies = new LinkedHashMap<>();
    private final Map<ServedCheckpoint, String> lastFallbacks = new HashMap<>();
    private final Changes changes;
    private final Loading loading;
    /** Every checkpoint that was used, the latest last. */
    private final SequencedSet<ServedCheckpoint> used = new LinkedHashSet<>();

    private final Map<CheckpointVersion, Resident> replaced = new HashMap<>();
    private long loads;
    private boolean answering;
    private volatile Residents residents = Residents.NONE;

    /**
     * @param placements the engine and device of a checkpoint
     * @param preferred device to show while no checkpoint is resident
     * @param most maximum number of loaded checkpoints; empty sets no limit
     * @param clock the clock that dates the files
     * @param nanoTime times the loads; has the contract of {@link System#nanoTime()}
     */
    public Residency(
            Function<ServedCheckpoint, Placement> placements,
            Device preferred,
            OptionalInt most,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.placements = placements;
        this.preferred = preferred;
        this.most = most;
        this.nanoTime = nanoTime;
        this.changes = new Changes(clock);
        this.loading = new Loading(placements, changes, () -> answering);
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
     * Returns the model that rows of {@code version} belong to. Loads it first if it is not resident, for which the
     * checkpoint that was not used for longest may have to leave, or if its files were written to since it was loaded.
     * Its passes fail with BAD_MODEL if the files are written to while they run. If its device has too little memory
     * for it, it is loaded on the CPU and stays there until it is dropped.
     *
     * @throws EngineException as the engine's {@code load}, and BAD_MODEL while the weights are being written to; the
     *     checkpoint is not resident then
     * @throws SupersededException if another version is resident, and this one is gone
     * @throws UngatedException if it has to pass the gate first
     */
    public LoadedModel model(CheckpointVersion version) {
        ServedCheckpoint checkpoint = version.served();
        Resident before = replaced.get(version);
        if (before != null) {
            return before.model();
        }
        Resident resident = loaded.get(checkpoint);
        if (resident != null && changes.outdate(checkpoint, resident.file())) {
            drop(checkpoint);
            resident = null;
        }
        if (resident == null) {
            loads++;
            resident = recorded(checkpoint, () -> loadWhereItFits(checkpoint));
        }
        used.addLast(checkpoint);
        return require(version, resident).model();
    }

    /** The model that rows of {@code version} belong to, if it is in memory; nothing is loaded. */
    public Optional<LoadedModel> resident(CheckpointVersion version) {
        return ofVersion(version).map(Resident::model);
    }

    /** The plan of rows into passes: as was planned when the model was loaded or, before that, as is likely. */
    public PassPlanner planner(CheckpointVersion version) {
        return ofVersion(version).map(Resident::planner).orElseGet(() -> likely(version));
    }

    /** The {@link #planner} of a version that is in force, as far as is known. For any thread. */
    public PassPlanner expectedPlanner(CheckpointVersion version) {
        return residents.planner(version).orElseGet(() -> likely(version));
    }

    private PassPlanner likely(CheckpointVersion version) {
        return placements.apply(version.served()).planner(version.checkpoint());
    }

    /** The same for a copy that is not resident. */
    public PassPlanner planner(CheckpointVersion version, LoadedModel copy) {
        return placements.apply(version.served()).planner(version.checkpoint(), copy);
    }

    /** The identity of the model of {@code version}; empty if it is not in memory. */
    public Optional<ModelIdentity> identity(CheckpointVersion version) {
        return ofVersion(version).map(Resident::identity);
    }

    private Optional<Resident> ofVersion(CheckpointVersion version) {
        return Optional.ofNullable(replaced.getOrDefault(version, loaded.get(version.served())))
                .filter(model -> model.version().equals(version));
    }

    /** Whether {@link #model} would unload another checkpoint to make room. */
    public boolean displaces(CheckpointVersion version) {
        return !replaced.containsKey(version)
                && !loaded.containsKey(version.served())
                && most.isPresent()
                && loaded.size() >= most.getAsInt();
    }

    /** Rows are meaningful only to the weights that came with their tokenizer. */
    private static Resident require(CheckpointVersion version, Resident resident) {
        if (resident.version() != version) {
            throw new SupersededException(version);
        }
        return resident;
    }

    /**
     * Loads a second copy of the checkpoint on the CPU; the caller closes it.
     *
     * @throws EngineException as {@link #model}
     * @throws SupersededException if {@code version} is not in force any more
     */
    public LoadedModel loadOnCpu(CheckpointVersion version) {
        loads++;
        Resident resident = loaded.get(version.served());
        if (resident != null) {
            require(version, resident);
        }
        WeightsFile file = WeightsFile.open(version.weights());
        try {
            if (resident != null && !resident.file().loaded().equals(file.loaded())) {
                throw file.changed("loaded, and a copy would be another checkpoint");
            }
            return loading.model(version, file, Device.CPU).model();
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Puts {@code next} in force. If its checkpoint is resident, the new model takes the place of the old one, which
     * stays for the requests that hold the old version; if it is not, the new one is loaded only to see that it can be.
     * Both are in memory meanwhile. Whatever is thrown, nothing has changed.
     *
     * @return the revision of the new weights
     * @throws EngineException as the engine's {@code load}, and BAD_MODEL while the weights are being written to
     * @throws org.decisionservice.core.checkpoint.CheckpointException if the weights are not those that are expected
     * @throws UngatedException if it has to pass the gate first
     */
    public String replace(CheckpointVersion next) {
        ServedCheckpoint checkpoint = next.served();
        Resident old = loaded.get(checkpoint);
        loads++;
        long begun = nanoTime.getAsLong();
        Resident fresh = loading.load(next, device(checkpoint));
        if (old == null) {
            fresh.model().close();
        } else {
            loaded.put(checkpoint, fresh);
            replaced.put(old.version(), old);
            Duration took = Duration.ofNanos(nanoTime.getAsLong() - begun);
            account(checkpoint, occupancy -> occupancy.loaded(fresh.bytes(), took));
        }
        checkpoint.install(next);
        checkpoint.loads().succeeded();
        return fresh.revision();
    }

    /** Frees the models of replaced versions that nobody holds any more; returns how many are left. */
    public int dropReplaced() {
        List.copyOf(replaced.values()).stream()
                .filter(old -> !old.version().isHeld())
                .forEach(this::dropReplaced);
        return replaced.size();
    }

    private void dropReplaced(Resident old) {
        replaced.remove(old.version());
        old.model().close();
        LOG.log(
                INFO,
                "{0}: unloaded the replaced model, weights {1}",
                old.version().served(),
                old.revision());
    }

    /** From now on somebody is answered, who shall not wait for the gate. */
    public void answering() {
        answering = true;
    }

    /**
     * Checks that a copy on the CPU can be loaded at once.
     *
     * @throws UngatedException if it has to pass the gate first
     */
    public void requireGatedOnCpu(CheckpointVersion version) {
        loading.requireGated(version, Device.CPU);
    }

    /**
     * Finds out in which precision a version serves, after an {@link UngatedException}; for any thread.
     *
     * @throws EngineException as the engine's {@code load}, and BAD_MODEL if the files were changed meanwhile
     */
    public void gate(CheckpointVersion version) {
        loading.gate(version);
    }

    /** The number of loads that have begun, successful or not. */
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
                // Published after closing: whoever sees that a checkpoint is not resident relies on its memory being
                // free.
                account(checkpoint, Occupancy::dropped);
            }
        }
    }

    /** Drops all checkpoints and returns how many there were. */
    public int dropAll() {
        int count = loaded.size();
        List.copyOf(replaced.values()).forEach(this::dropReplaced);
        while (!loaded.isEmpty()) {
            drop(loaded.firstEntry().getKey());
        }
        return count;
    }

    /** The resident checkpoints now. For any thread; does not block. */
    public Residents residents() {
        return residents;
    }

    private static Resident recorded(ServedCheckpoint checkpoint, Supplier<Resident> load) {
        try {
            Resident resident = load.get();
            checkpoint.loads().succeeded();
            return resident;
        } catch (UngatedException e) {
            throw e;
        } catch (RuntimeException e) {
            checkpoint.loads().failed(e);
            throw e;
        }
    }

    private Resident loadWhereItFits(ServedCheckpoint checkpoint) {
        Device device = device(checkpoint);
        long begun = nanoTime.getAsLong();
        try {
            return keep(checkpoint, begun, loading.load(checkpoint, device, () -> makeRoom(checkpoint)));
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.OUT_OF_DEVICE_MEMORY || device.equals(Device.CPU)) {
                throw e;
            }
            String reason = String.valueOf(e.getMessage());
            LOG.log(
                    WARNING,
                    "{0}: {1} has too little memory, so it is loaded on the CPU: {2}",
                    checkpoint,
                    device,
                    reason);
            Resident resident =
                    keep(checkpoint, begun, loading.load(checkpoint, Device.CPU, () -> makeRoom(checkpoint)));
            countFallback(checkpoint, reason);
            return resident;
        }
    }

    private Resident keep(ServedCheckpoint checkpoint, long begun, Resident resident) {
        loaded.put(checkpoint, resident);
        Duration took = Duration.ofNanos(nanoTime.getAsLong() - begun);
        account(checkpoint, occupancy -> occupancy.loaded(resident.bytes(), took));
        return resident;
    }

    /** Lets the checkpoints go that were not used for longest, until there is room for this one. */
    private void makeRoom(ServedCheckpoint checkpoint) {
        while (most.isPresent() && !loaded.containsKey(checkpoint) && loaded.size() >= most.getAsInt()) {
            ServedCheckpoint oldest =
                    used.stream().filter(loaded::containsKey).findFirst().orElseThrow();
            drop(oldest);
            account(oldest, Occupancy::evicted);
            LOG.log(
                    INFO,
                    "unloaded {0} to make room for {1}: SERVICE_MAX_LOADED is {2}",
                    oldest,
                    checkpoint,
                    most.getAsInt());
        }
    }

    /** Records a change and publishes the new state. */
    private void account(ServedCheckpoint changed, UnaryOperator<Occupancy> change) {
        occupancies.put(changed, change.apply(occupancies.getOrDefault(changed, Occupancy.NONE)));
        residents = new Residents(loaded, occupancies, lastFallbacks);
    }
}
