// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.host.Health;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/** The resident checkpoints at one time, in order of loading, and what all have cost until then. Immutable. */
public final class Residents {
    static final Residents NONE = new Residents(new LinkedHashMap<>(), new LinkedHashMap<>(), Map.of());

    private final SequencedMap<ServedCheckpoint, Resident> loaded;
    private final SequencedMap<ServedCheckpoint, Health.Resident> shown = new LinkedHashMap<>();
    private final SequencedMap<String, Occupancy> occupancy = new LinkedHashMap<>();

    /**
     * @param occupancies of every checkpoint that was ever loaded
     * @param lastFallbacks why a request was last computed on the CPU, of those checkpoints of which one was
     */
    Residents(
            SequencedMap<ServedCheckpoint, Resident> loaded,
            SequencedMap<ServedCheckpoint, Occupancy> occupancies,
            Map<ServedCheckpoint, String> lastFallbacks) {
        this.loaded = new LinkedHashMap<>(loaded);
        loaded.forEach((checkpoint, resident) -> shown.put(
                checkpoint,
                new Health.Resident(
                        resident.revision(),
                        resident.model().device().toString(),
                        resident.model().precision().toString(),
                        occupancies.getOrDefault(checkpoint, Occupancy.NONE).fallbacks(),
                        Optional.ofNullable(lastFallbacks.get(checkpoint)))));
        occupancies.forEach((checkpoint, cost) -> occupancy.put(checkpoint.toString(), cost));
    }

    /** Their part of {@code /health}, by the names that were asked for until now. */
    public SequencedMap<String, Health.Resident> health() {
        SequencedMap<String, Health.Resident> byName = new LinkedHashMap<>();
        shown.forEach((checkpoint, resident) -> checkpoint.askedLabels().forEach(label -> byName.put(label, resident)));
        return byName;
    }

    /** The cost of every checkpoint that was ever loaded. */
    public SequencedMap<String, Occupancy> occupancy() {
        return Collections.unmodifiableSequencedMap(occupancy);
    }

    /** Their devices and precisions. */
    public Map<String, ServedPrecision> precisions() {
        Map<String, ServedPrecision> served = new LinkedHashMap<>();
        loaded.forEach((checkpoint, resident) -> served.put(checkpoint.toString(), resident.precision()));
        return Collections.unmodifiableMap(served);
    }

    /** The revision of the weights that answer for a checkpoint, if they are in memory. */
    public Optional<String> revision(ServedCheckpoint checkpoint) {
        return Optional.ofNullable(loaded.get(checkpoint)).map(Resident::revision);
    }

    /** The planner of the passes of a version, if it is in memory. */
    Optional<PassPlanner> planner(CheckpointVersion version) {
        return Optional.ofNullable(loaded.get(version.served()))
                .filter(resident -> resident.version().equals(version))
                .map(Resident::planner);
    }
}
