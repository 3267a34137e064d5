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
import org.decisionservice.api.Controls;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.Route;
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
        List<String> labels = catalogue.labels();
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

    /** The names that {@code /health} uses for the checkpoints, resident or not. */
    public List<String> labels() {
        return all().stream()
                .flatMap(checkpoint -> checkpoint.labels().stream())
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

    /**
     * The destination of a state; none of the checkpoint's files is read for it.
     *
     * @param router chooses among several
     * @throws RefusedException if the checkpoint that it chooses is not served
     */
    public Destination<ServedCheckpoint> destination(
            CheckpointRouter router, State state, Set<String> questionIds, Controls controls) {
        if (!routed) {
            return new Destination<>(all().getFirst(), Optional.empty());
        }
        Route route = router.route(state, questionIds, controls);
        CheckpointName name = route.checkpoint();
        ServedCheckpoint checkpoint = find(name)
                .orElseThrow(() -> new RefusedException(
                        Refusal.Kind.INVALID,
                        List.of("model"),
                        "checkpoint '" + name + "' (" + route.reason() + ") is not served here; set 'model' to one of: "
                                + served()));
        checkpoint.ask(name);
        return new Destination<>(checkpoint, Optional.of(route));
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
