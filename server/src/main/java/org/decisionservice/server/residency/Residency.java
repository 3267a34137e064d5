package org.decisionservice.server.residency;

import static java.lang.System.Logger.Level.INFO;

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
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.server.Health;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.engines.Placement;

/** The loaded checkpoints, in order of loading. Confined to the inference thread, except the snapshots. */
public final class Residency {
    private static final System.Logger LOG = System.getLogger(Residency.class.getName());

    private final Function<ServedCheckpoint, Placement> placements;
    private final Device preferred;
    private final Revisions revisions = new Revisions();
    private final SequencedMap<ServedCheckpoint, Resident> loaded = new LinkedHashMap<>();
    private final SequencedMap<ServedCheckpoint, Occupancy> occupancies = new LinkedHashMap<>();
    private final Map<ServedCheckpoint, String> lastFallbacks = new HashMap<>();
    private volatile SequencedMap<String, Health.Resident> snapshot = Collections.emptySortedMap();
    private volatile SequencedMap<String, Occupancy> occupancy = Collections.emptySortedMap();

    /**
     * @param placements what computes a checkpoint
     * @param preferred device to show while nothing is resident
     */
    public Residency(Function<ServedCheckpoint, Placement> placements, Device preferred) {
        this.placements = placements;
        this.preferred = preferred;
    }

    /** The device to show while nothing is resident. */
    public Device preferredDevice() {
        return preferred;
    }

    /** The device that a checkpoint is loaded to. */
    public Device device(ServedCheckpoint checkpoint) {
        return placements.apply(checkpoint).device();
    }

    /**
     * The checkpoint's model, loaded now if it is not resident.
     *
     * @throws org.decisionservice.engine.spi.EngineException as the engine's {@code load}; nothing is resident then
     */
    public LoadedModel model(ServedCheckpoint checkpoint) {
        Resident resident = loaded.get(checkpoint);
        if (resident == null) {
            resident = load(checkpoint);
            loaded.put(checkpoint, resident);
            long bytes = checkpoint.checkpoint().source().weights().toFile().length();
            account(checkpoint, occupancy -> occupancy.loaded(bytes));
        }
        return resident.model();
    }

    /** A second copy of the checkpoint on the CPU; the caller closes it. */
    public LoadedModel loadOnCpu(ServedCheckpoint checkpoint) {
        return placements.apply(checkpoint).load(checkpoint.checkpoint(), Device.CPU);
    }

    /** Counts a request that the device had no memory for. */
    public void countFallback(ServedCheckpoint checkpoint, String reason) {
        lastFallbacks.put(checkpoint, reason);
        account(checkpoint, Occupancy::fellBack);
    }

    /** Drops one checkpoint, if resident. */
    public void drop(ServedCheckpoint checkpoint) {
        Resident resident = loaded.remove(checkpoint);
        if (resident != null) {
            try {
                resident.model().close();
            } finally {
                // Who reads that nothing is resident may count on the memory.
                account(checkpoint, Occupancy::dropped);
            }
        }
    }

    /** Drops everything; returns how many checkpoints that were. */
    public int dropAll() {
        int count = loaded.size();
        while (!loaded.isEmpty()) {
            drop(loaded.firstEntry().getKey());
        }
        return count;
    }

    /** What is resident, by the names clients know, in order of loading. For any thread, waits for nothing. */
    public SequencedMap<String, Health.Resident> snapshot() {
        return snapshot;
    }

    /** What every checkpoint that was ever loaded has cost. For any thread, waits for nothing. */
    public SequencedMap<String, Occupancy> occupancy() {
        return occupancy;
    }

    private Resident load(ServedCheckpoint checkpoint) {
        ModelSource source = checkpoint.checkpoint().source();
        checkpoint.checkWeights();
        CompletableFuture<String> revision = checkpoint
                .commit()
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> revisions.of(source.weights()));
        Placement placement = placements.apply(checkpoint);
        LoadedModel model = placement.load(checkpoint.checkpoint(), placement.device());
        try {
            Resident resident = new Resident(model, revision.join());
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

    /** Notes a change and publishes what there is now. */
    private void account(ServedCheckpoint changed, UnaryOperator<Occupancy> change) {
        occupancies.put(changed, change.apply(occupancies.getOrDefault(changed, Occupancy.NONE)));
        SequencedMap<String, Occupancy> costs = new LinkedHashMap<>();
        occupancies.forEach((checkpoint, cost) -> costs.put(checkpoint.toString(), cost));
        occupancy = Collections.unmodifiableSequencedMap(costs);

        SequencedMap<String, Health.Resident> now = new LinkedHashMap<>();
        loaded.forEach((checkpoint, resident) -> {
            Health.Resident shown = new Health.Resident(
                    resident.revision(),
                    resident.model().device().toString(),
                    occupancies.getOrDefault(checkpoint, Occupancy.NONE).fallbacks(),
                    Optional.ofNullable(lastFallbacks.get(checkpoint)));
            checkpoint.labels().forEach(label -> now.put(label, shown));
        });
        snapshot = Collections.unmodifiableSequencedMap(now);
    }
}
