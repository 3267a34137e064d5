// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.hub.Hub;

/** The checkpoints of a deployment, by name. Immutable. */
public final class CheckpointCatalogue {
    private final SequencedMap<CheckpointName, ServedCheckpoint> byName;
    private final boolean routed;

    private CheckpointCatalogue(SequencedMap<CheckpointName, ServedCheckpoint> byName, boolean routed) {
        this.byName = byName;
        this.routed = routed;
    }

    /**
     * Finds the directories of the configured sources; none of their files is read or fetched yet.
     *
     * @param starter directory of the bundled checkpoint
     * @throws ConfigurationException if a required directory does not exist, or if a digest is configured for a
     *     checkpoint that is not served
     */
    public static CheckpointCatalogue of(HostSettings.Checkpoints settings, Hub hub, Path starter) {
        HostSettings.Pins pins = settings.pins();
        ServedCheckpoints made = new ServedCheckpoints(pins, hub, settings.reading());
        CheckpointCatalogue catalogue = settings.source() instanceof HostSettings.Local one
                ? local(made.local(one))
                : new CheckpointCatalogue(made.byName(settings.source(), starter), true);
        Set<String> labels = catalogue.all().stream()
                .flatMap(served -> served.labels().stream())
                .collect(Collectors.toSet());
        for (String label : pins.digests().keySet()) {
            if (!labels.contains(label)) {
                throw new ConfigurationException("SERVICE_SHA256_DIGESTS: " + label
                        + " is not among the checkpoints that are served; it takes " + String.join(", ", labels));
            }
        }
        return catalogue;
    }

    private static CheckpointCatalogue local(ServedCheckpoint only) {
        SequencedMap<CheckpointName, ServedCheckpoint> byName = new LinkedHashMap<>();
        CheckpointName.ROUTED.forEach(name -> byName.put(name, only));
        return new CheckpointCatalogue(byName, false);
    }

    /** The names that requests and settings can write. */
    public CheckpointNames names() {
        return new CheckpointNames(byName.keySet().stream()
                .filter(name -> !CheckpointName.ROUTED.contains(name))
                .toList());
    }

    /** The names that lead to {@code checkpoint}. */
    public List<CheckpointName> namesOf(ServedCheckpoint checkpoint) {
        return byName.keySet().stream()
                .filter(name -> byName.get(name) == checkpoint)
                .toList();
    }

    /** The checkpoint that {@code /health} lists under this label. */
    public Optional<ServedCheckpoint> labelled(String label) {
        return byName.values().stream()
                .filter(checkpoint -> checkpoint.labels().contains(label))
                .findFirst();
    }

    public Optional<ServedCheckpoint> find(CheckpointName name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of the served checkpoints, joined for a sentence. */
    public String served() {
        return byName.keySet().stream().map(CheckpointName::wireName).collect(Collectors.joining(", "));
    }

    /** Whether answers say which checkpoint was chosen; false if one local checkpoint answers everything. */
    public boolean routed() {
        return routed;
    }

    /** Every checkpoint once, in the order of the names. */
    public SequencedSet<ServedCheckpoint> all() {
        return new LinkedHashSet<>(byName.values());
    }

    /**
     * Returns the checkpoint that the configuration names.
     *
     * @param variable the setting that names it
     * @throws ConfigurationException naming the variable if that checkpoint is not served
     */
    public ServedCheckpoint require(CheckpointName name, String variable) {
        return find(name)
                .orElseThrow(() -> new ConfigurationException(variable + ": " + name
                        + " is not among the checkpoints that are served; it takes one of: " + served()));
    }
}
