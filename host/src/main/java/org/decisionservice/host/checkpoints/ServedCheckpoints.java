// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.ExpectedDigests;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.hub.Hub;
import org.decisionservice.hub.RepoFolder;

/** Creates the served checkpoints from the configuration. */
final class ServedCheckpoints {
    private static final String PUBLISHED = "convaiinnovations/laya";
    private static final String LOCAL = "local";
    private static final String CHECKPOINTS = "SERVICE_CHECKPOINTS";
    private static final String EXTRA_MODELS = "SERVICE_EXTRA_MODELS";

    private final HostSettings.Pins pins;
    private final Hub hub;
    private final TextReading texts;

    ServedCheckpoints(HostSettings.Pins pins, Hub hub, TextReading texts) {
        this.pins = pins;
        this.hub = hub;
        this.texts = texts;
    }

    /** The one checkpoint that answers everything. */
    ServedCheckpoint local(HostSettings.Local one) {
        return served(one.variable(), List.of(LOCAL), new Origin.OnDisk(one.path(), false), Optional.of(LOCAL));
    }

    /**
     * Returns the checkpoints that have a location of their own, those of {@code source} for the other names of the
     * three, and the extra ones after them.
     */
    SequencedMap<CheckpointName, ServedCheckpoint> byName(HostSettings.Source source, Path starter) {
        Map<CheckpointName, ServedCheckpoint> byName = new LinkedHashMap<>();
        List<CheckpointName> others = new ArrayList<>();
        for (CheckpointName name : CheckpointName.ROUTED) {
            HostSettings.Place own = pins.places().get(name);
            if (own == null) {
                others.add(name);
            } else {
                byName.put(name, at(EXTRA_MODELS, name, own));
            }
        }
        switch (source) {
            case HostSettings.Starter() -> byName.putAll(starter(starter, others));
            case HostSettings.Published() ->
                others.forEach(name -> byName.put(name, at(CHECKPOINTS, name, published(name))));
            case HostSettings.Directory(Path path) -> byName.putAll(inDirectory(path, others));
            case HostSettings.Local _ -> {}
        }
        if (byName.isEmpty() && source instanceof HostSettings.Directory(Path path)) {
            throw new ConfigurationException("SERVICE_CHECKPOINTS: " + path
                    + " holds none of english/, multilingual/, typed-decisions/; it takes starter, hub or a directory"
                    + " with at least one of them, or one that is a checkpoint");
        }
        SequencedMap<CheckpointName, ServedCheckpoint> all = new LinkedHashMap<>();
        for (CheckpointName name : CheckpointName.ROUTED) {
            ServedCheckpoint served = byName.get(name);
            if (served != null) {
                all.put(name, served);
            }
        }
        pins.extra().forEach((name, place) -> all.put(name, at(EXTRA_MODELS, name, place)));
        return all;
    }

    private ServedCheckpoint at(String variable, CheckpointName name, HostSettings.Place place) {
        return switch (place) {
            case HostSettings.OnHub(RepoFolder folder) ->
                served(
                        variable,
                        List.of(name.wireName()),
                        new Origin.FromHub(
                                hub,
                                folder,
                                Optional.ofNullable(pins.revisions().get(name))),
                        Optional.of(folder.toString()));
            case HostSettings.Folder(Path path) ->
                served(variable, List.of(name.wireName()), new Origin.OnDisk(path, false), lastElement(path));
        };
    }

    private static HostSettings.Place published(CheckpointName name) {
        return new HostSettings.OnHub(new RepoFolder(
                PUBLISHED, name.equals(CheckpointName.ENGLISH) ? Optional.empty() : Optional.of(name.wireName())));
    }

    private Map<CheckpointName, ServedCheckpoint> starter(Path directory, List<CheckpointName> names) {
        if (!Files.isDirectory(directory)) {
            throw new ConfigurationException("SERVICE_CHECKPOINTS: the bundled starter checkpoint is missing at "
                    + directory + "; name a directory of checkpoints, or build the service again");
        }
        Map<CheckpointName, ServedCheckpoint> byName = new LinkedHashMap<>();
        if (names.isEmpty()) {
            return byName;
        }
        ServedCheckpoint one = served(
                CHECKPOINTS,
                names.stream().map(CheckpointName::wireName).toList(),
                new Origin.OnDisk(directory, true),
                Optional.empty());
        names.forEach(name -> byName.put(name, one));
        return byName;
    }

    private Map<CheckpointName, ServedCheckpoint> inDirectory(Path directory, List<CheckpointName> names) {
        String source = lastElement(directory).map(last -> last + "/").orElse("");
        Map<CheckpointName, ServedCheckpoint> byName = new LinkedHashMap<>();
        for (CheckpointName name : names) {
            Path own = directory.resolve(name.wireName());
            if (Files.isDirectory(own)) {
                byName.put(
                        name,
                        served(
                                CHECKPOINTS,
                                List.of(name.wireName()),
                                new Origin.OnDisk(own, false),
                                Optional.of(source + name)));
            }
        }
        return byName;
    }

    private static Optional<String> lastElement(Path path) {
        return Optional.ofNullable(path.toAbsolutePath().normalize().getFileName())
                .map(Path::toString);
    }

    private ServedCheckpoint served(String variable, List<String> labels, Origin origin, Optional<String> repo) {
        Map<String, String> digests = new HashMap<>();
        for (String label : labels) {
            digests.putAll(pins.digests().getOrDefault(label, Map.of()));
        }
        digests.keySet().removeIf(PreparedStore::isManifest);
        return new ServedCheckpoint(variable, labels, origin, repo, new ExpectedDigests(digests), texts);
    }
}
