// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.FittedKind;

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
        Map<FittedKind, List<HostSettings.Calibrated>> fitted = reader.fitted();
        return new HostSettings.Checkpoints(
                source,
                pins,
                reader.loading(),
                ofKind(FittedKind.CALIBRATION, fitted),
                ofKind(FittedKind.LEARNED, fitted),
                ofKind(FittedKind.THRESHOLDS, fitted),
                reader.coverage(fitted),
                TextReading.literal(values.flag(Setting.LITERAL_TEXT)));
    }

    private static List<HostSettings.Calibrated> ofKind(
            FittedKind kind, Map<FittedKind, List<HostSettings.Calibrated>> fitted) {
        return fitted.getOrDefault(kind, List.of());
    }

    private OptionalDouble coverage(Map<FittedKind, List<HostSettings.Calibrated>> fitted) {
        Optional<Double> level = values.fraction(Setting.COVERAGE, HeldOut.LEAST_LEVEL, HeldOut.MOST_LEVEL);
        if (level.isPresent()
                && !fitted.containsKey(FittedKind.LEARNED)
                && !fitted.containsKey(FittedKind.CALIBRATION)) {
            throw new ConfigurationException(
                    "SERVICE_COVERAGE: needs a learned file or a calibration in SERVICE_FITTED, which"
                            + " hold the labelled rows that tell which options cannot be excluded");
        }
        return level.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    private HostSettings.Loading loading() {
        OptionalInt mostLoaded = values.limit(Setting.MAX_LOADED, 1, MOST_LOADED);
        List<CheckpointName> models = List.copyOf(models());
        boolean preload = values.flag(Setting.PRELOAD);
        if (preload && mostLoaded.isPresent() && models.size() > mostLoaded.getAsInt()) {
            throw new ConfigurationException("SERVICE_MODELS: names " + models.size()
                    + " checkpoints to preload, but SERVICE_MAX_LOADED allows " + mostLoaded.getAsInt()
                    + " in memory; name fewer, or raise it");
        }
        return new HostSettings.Loading(
                preload,
                models,
                mostLoaded,
                Optional.of(values.seconds(Setting.IDLE_UNLOAD_SECONDS, true)).filter(Duration::isPositive));
    }

    /** The files by their kinds, each kind in the order of the setting. */
    private Map<FittedKind, List<HostSettings.Calibrated>> fitted() {
        return values
                .read(
                        Setting.FITTED,
                        "a comma list of regular files that can be read, such as calibration.json,learned.safetensors"
                                + " or english=a.json, multilingual=b.json",
                        this::files)
                .orElseGet(List::of)
                .stream()
                .collect(Collectors.groupingBy(each -> FittedKind.of(each.file())));
    }

    private Optional<List<HostSettings.Calibrated>> files(String text) {
        List<HostSettings.Calibrated> files = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            int equals = item.indexOf('=');
            Optional<CheckpointName> name = equals < 0 ? Optional.empty() : names.find(item.substring(0, equals));
            Optional<Path> file = file(item.substring(equals + 1).strip());
            if (!item.isBlank()) {
                if (file.isEmpty() || name.isPresent() != equals >= 0) {
                    return Optional.empty();
                }
                files.add(new HostSettings.Calibrated(name, file.get()));
            }
        }
        return Optional.of(files);
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
                .orElseThrow();
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
        Map<CheckpointName, String> revisions = new LinkedHashMap<>();
        values.read(
                        Setting.REVISION,
                        "a branch, tag or commit, or a comma list such as english=main, multilingual=<commit>",
                        text -> ByCheckpoint.of(text, names, CheckpointSettings::revision))
                .ifPresent(read -> {
                    read.others().ifPresent(all -> {
                        CheckpointName.ROUTED.forEach(name -> revisions.put(name, all));
                        names.extra().forEach(name -> revisions.put(name, all));
                    });
                    revisions.putAll(read.own());
                });
        return new HostSettings.Pins(extra.places(), extra.extra(), revisions, Digests.read(values, names));
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
        return Values.readable(text).filter(Files::isReadable).filter(Files::isRegularFile);
    }
}
