// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;

/** Reads which checkpoints are served and where they come from. */
final class CheckpointSettings {
    private static final int MOST_LOADED = 1000;

    private final Values values;
    private final ExtraModels extra;
    private final CheckpointNames names;

    private CheckpointSettings(Values values, ExtraModels extra) {
        this.values = values;
        this.extra = extra;
        this.names = extra.names();
    }

    /** {@code pinned} says whether every request goes to one named checkpoint. */
    static HostSettings.Checkpoints read(Values values, ExtraModels extra, boolean pinned) {
        CheckpointSettings reader = new CheckpointSettings(values, extra);
        Optional<Path> local = values.read(Setting.MODEL_PATH, "the directory of a checkpoint", Places::directory);
        HostSettings.Pins pins = reader.pins();
        HostSettings.Source source =
                local.<HostSettings.Source>map(HostSettings.Local::new).orElseGet(() -> onlyOne(reader.source(), pins));
        if (source instanceof HostSettings.Local one && pinned) {
            throw new ConfigurationException("SERVICE_MODEL: must be auto when " + one.variable()
                    + " is a single checkpoint, which answers every request");
        }
        if (source instanceof HostSettings.Local one && !extra.isEmpty()) {
            throw new ConfigurationException("SERVICE_EXTRA_MODELS: must be unset when " + one.variable()
                    + " is a single checkpoint, which answers every request, whatever model it names");
        }
        return new HostSettings.Checkpoints(
                source,
                pins,
                reader.loading(),
                reader.files(Setting.CALIBRATION, ".json"),
                reader.files(Setting.LEARNED, ".safetensors"),
                reader.files(Setting.THRESHOLDS, ".json"),
                reader.coverage(),
                TextReading.literal(values.flag(Setting.LITERAL_TEXT, false)));
    }

    private OptionalDouble coverage() {
        Optional<Double> level = values.fraction(Setting.COVERAGE, HeldOut.LEAST_LEVEL, HeldOut.MOST_LEVEL);
        if (level.isPresent() && !labelled(values)) {
            throw new ConfigurationException(
                    "SERVICE_COVERAGE: needs SERVICE_LEARNED or SERVICE_CALIBRATION, whose files"
                            + " hold the labelled rows that tell which options cannot be excluded");
        }
        return level.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    /** Whether files of what labels say are served. */
    static boolean labelled(Values values) {
        return values.text(Setting.LEARNED).isPresent()
                || values.text(Setting.CALIBRATION).isPresent();
    }

    private HostSettings.Loading loading() {
        OptionalInt mostLoaded = values.whole(Setting.MAX_LOADED, 1, MOST_LOADED)
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
        List<CheckpointName> models = List.copyOf(models());
        boolean preload = values.flag(Setting.PRELOAD, true);
        if (preload && mostLoaded.isPresent() && models.size() > mostLoaded.getAsInt()) {
            throw new ConfigurationException("SERVICE_MODELS: names " + models.size()
                    + " checkpoints to preload, but SERVICE_MAX_LOADED allows " + mostLoaded.getAsInt()
                    + " in memory; name fewer, or raise it");
        }
        return new HostSettings.Loading(
                preload,
                models,
                mostLoaded,
                values.seconds(Setting.IDLE_UNLOAD, true).filter(Duration::isPositive));
    }

    private List<HostSettings.Calibrated> files(Setting setting, String ending) {
        boolean named = values.text(setting).filter(text -> text.contains("=")).isPresent();
        String takes = "the path of a regular file that can be read, or a comma list such as english=a" + ending
                + ", multilingual=b" + ending;
        if (!named) {
            return values.read(setting, takes, CheckpointSettings::file).stream()
                    .map(file -> new HostSettings.Calibrated(Optional.empty(), file))
                    .toList();
        }
        return values.read(setting, takes, text -> byCheckpoint(text, CheckpointSettings::file)).stream()
                .flatMap(byName -> byName.entrySet().stream())
                .map(entry -> new HostSettings.Calibrated(Optional.of(entry.getKey()), entry.getValue()))
                .toList();
    }

    private HostSettings.Source source() {
        return values.read(
                        Setting.CHECKPOINTS,
                        "starter, hub, or a directory that holds english/, multilingual/ or typed-decisions/,"
                                + " or one checkpoint",
                        text -> text.equalsIgnoreCase("starter")
                                ? Optional.<HostSettings.Source>of(new HostSettings.Starter())
                                : text.equalsIgnoreCase("hub")
                                        ? Optional.of(new HostSettings.Published())
                                        : Places.directory(text).map(HostSettings.Directory::new))
                .orElseGet(HostSettings.Starter::new);
    }

    /** A directory that is a checkpoint itself and holds none of the three is served as SERVICE_MODEL_PATH would be. */
    private static HostSettings.Source onlyOne(HostSettings.Source source, HostSettings.Pins pins) {
        if (!pins.places().isEmpty() || !(source instanceof HostSettings.Directory(Path path))) {
            return source;
        }
        boolean holdsNone =
                CheckpointName.ROUTED.stream().noneMatch(name -> Files.isDirectory(path.resolve(name.wireName())));
        return holdsNone && CheckpointReader.isCheckpoint(path)
                ? new HostSettings.Local(path, Setting.CHECKPOINTS.variable())
                : source;
    }

    private HostSettings.Pins pins() {
        Map<CheckpointName, String> revisions = values.read(
                        Setting.REVISION,
                        "a branch, tag or commit, or a comma list such as english=main, multilingual=<commit>",
                        this::revisions)
                .orElseGet(Map::of);
        return new HostSettings.Pins(extra.places(), extra.extra(), revisions, Digests.read(values, names));
    }

    /** An item without a name is for all that have none of their own. */
    private Optional<Map<CheckpointName, String>> revisions(String text) {
        Map<CheckpointName, String> revisions = new LinkedHashMap<>();
        List<String> items = Arrays.asList(text.split(",", -1));
        List<String> unnamed = items.stream()
                .filter(item -> !item.contains("=") && !item.isBlank())
                .map(String::strip)
                .toList();
        if (unnamed.size() > 1 || !unnamed.stream().allMatch(Places::isPath)) {
            return Optional.empty();
        }
        unnamed.forEach(all -> {
            CheckpointName.ROUTED.forEach(name -> revisions.put(name, all));
            names.extra().forEach(name -> revisions.put(name, all));
        });
        String named = items.stream().filter(item -> item.contains("=")).collect(Collectors.joining(","));
        return byCheckpoint(named, CheckpointSettings::revision).map(own -> {
            revisions.putAll(own);
            return revisions;
        });
    }

    /** Reads values by checkpoint from {@code name=value} items. */
    private <T> Optional<SequencedMap<CheckpointName, T>> byCheckpoint(
            String text, Function<String, Optional<T>> reader) {
        SequencedMap<CheckpointName, T> byName = new LinkedHashMap<>();
        for (String item : text.split(",", -1)) {
            String[] parts = item.split("=", 2);
            Optional<CheckpointName> name = names.find(parts[0]);
            Optional<T> value = parts.length == 2 ? reader.apply(parts[1].strip()) : Optional.empty();
            if (!item.isBlank()) {
                if (name.isEmpty() || value.isEmpty() || byName.containsKey(name.get())) {
                    return Optional.empty();
                }
                byName.put(name.get(), value.get());
            }
        }
        return Optional.of(byName);
    }

    /** Reads a revision, which becomes a file name in the cache. */
    private static Optional<String> revision(String text) {
        return Optional.of(text).filter(Places::isPath);
    }

    private SequencedSet<CheckpointName> models() {
        return values.<SequencedSet<CheckpointName>>read(
                        Setting.MODELS,
                        "a comma list of " + SettingsReader.names(names) + "; empty means all",
                        text -> {
                            SequencedSet<CheckpointName> models = new LinkedHashSet<>();
                            for (String item : text.split(",", -1)) {
                                Optional<CheckpointName> name = names.find(item);
                                if (name.isEmpty() && !item.isBlank()) {
                                    return Optional.empty();
                                }
                                name.ifPresent(models::add);
                            }
                            return Optional.of(models);
                        })
                .orElseGet(LinkedHashSet::new);
    }

    private static Optional<Path> file(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Files::isReadable).filter(Files::isRegularFile);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
