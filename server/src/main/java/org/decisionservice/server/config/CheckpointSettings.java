// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.hub.RepoFolder;

/** Reads which checkpoints are served and where they come from. */
final class CheckpointSettings {
    private static final String HUB = "hub:";

    private final Values values;

    private CheckpointSettings(Values values) {
        this.values = values;
    }

    /** {@code pinned} says whether every request goes to one named checkpoint. */
    static Settings.Checkpoints read(Values values, boolean pinned) {
        CheckpointSettings reader = new CheckpointSettings(values);
        Optional<Path> local =
                values.read(Setting.MODEL_PATH, "the directory of a checkpoint", CheckpointSettings::directory);
        Settings.Pins pins = reader.pins();
        Settings.Source source =
                local.<Settings.Source>map(Settings.Local::new).orElseGet(() -> onlyOne(reader.source(), pins));
        if (source instanceof Settings.Local one && pinned) {
            throw new ConfigurationException("SERVICE_MODEL: leave it at auto if " + one.variable()
                    + " is one checkpoint: it answers everything");
        }
        return new Settings.Checkpoints(
                source,
                pins,
                values.flag(Setting.PRELOAD, true),
                List.copyOf(reader.models()),
                reader.calibration(),
                values.seconds(Setting.IDLE_UNLOAD, true).filter(Duration::isPositive));
    }

    private List<Settings.Calibrated> calibration() {
        boolean named = values.text(Setting.CALIBRATION)
                .filter(text -> text.contains("="))
                .isPresent();
        String takes =
                "the path of a file that can be read, or a comma list such as english=a.json, multilingual=b.json";
        if (!named) {
            return values.read(Setting.CALIBRATION, takes, CheckpointSettings::file).stream()
                    .map(file -> new Settings.Calibrated(Optional.empty(), file))
                    .toList();
        }
        return byCheckpoint(Setting.CALIBRATION, takes, CheckpointSettings::file).entrySet().stream()
                .map(entry -> new Settings.Calibrated(Optional.of(entry.getKey()), entry.getValue()))
                .toList();
    }

    private Settings.Source source() {
        return values.read(
                        Setting.CHECKPOINTS,
                        "starter, hub, or a directory that holds english/, multilingual/ or typed-decisions/,"
                                + " or one checkpoint",
                        text -> text.equalsIgnoreCase("starter")
                                ? Optional.<Settings.Source>of(new Settings.Starter())
                                : text.equalsIgnoreCase("hub")
                                        ? Optional.of(new Settings.Published())
                                        : directory(text).map(Settings.Directory::new))
                .orElseGet(Settings.Starter::new);
    }

    /** A directory that is a checkpoint itself and holds none of the three is served as SERVICE_MODEL_PATH would be. */
    private static Settings.Source onlyOne(Settings.Source source, Settings.Pins pins) {
        if (!pins.places().isEmpty() || !(source instanceof Settings.Directory(Path path))) {
            return source;
        }
        boolean holdsNone = Arrays.stream(CheckpointName.values())
                .noneMatch(name -> Files.isDirectory(path.resolve(name.wireName())));
        return holdsNone && CheckpointReader.isCheckpoint(path)
                ? new Settings.Local(path, Setting.CHECKPOINTS.variable())
                : source;
    }

    private Settings.Pins pins() {
        Map<CheckpointName, String> revisions = new EnumMap<>(CheckpointName.class);
        values.read(Setting.REVISION, "a branch, tag or commit", CheckpointSettings::revision)
                .ifPresent(all -> {
                    for (CheckpointName name : CheckpointName.values()) {
                        revisions.put(name, all);
                    }
                });
        revisions.putAll(byCheckpoint(
                Setting.REVISIONS,
                "a comma list such as english=main, multilingual=<commit>",
                CheckpointSettings::revision));
        return new Settings.Pins(
                byCheckpoint(
                        Setting.SOURCES,
                        "a comma list such as english=owner/name, multilingual=owner/name/folder or typed=/a/directory",
                        CheckpointSettings::place),
                revisions,
                Digests.read(values));
    }

    /** Reads values by checkpoint from {@code name=value} items. */
    private <T> Map<CheckpointName, T> byCheckpoint(
            Setting setting, String takes, Function<String, Optional<T>> reader) {
        return values.<Map<CheckpointName, T>>read(setting, takes, text -> {
                    Map<CheckpointName, T> byName = new EnumMap<>(CheckpointName.class);
                    for (String item : text.split(",", -1)) {
                        String[] parts = item.split("=", 2);
                        Optional<CheckpointName> name = CheckpointName.find(parts[0]);
                        Optional<T> value = parts.length == 2 ? reader.apply(parts[1].strip()) : Optional.empty();
                        if (!item.isBlank()) {
                            if (name.isEmpty() || value.isEmpty() || byName.containsKey(name.get())) {
                                return Optional.empty();
                            }
                            byName.put(name.get(), value.get());
                        }
                    }
                    return Optional.of(byName);
                })
                .orElseGet(Map::of);
    }

    /** Returns an existing directory, or else a repository of the hub. The prefix {@code hub:} always means the hub. */
    private static Optional<Settings.Place> place(String text) {
        boolean hub = text.startsWith(HUB);
        Optional<Path> directory = hub ? Optional.empty() : directory(text);
        if (directory.isPresent()) {
            return directory.map(Settings.Folder::new);
        }
        String[] parts = text.substring(hub ? HUB.length() : 0).split("/", 3);
        boolean names = parts.length >= 2 && isRepoPart(parts[0]) && isRepoPart(parts[1]);
        Optional<String> folder = parts.length == 3 ? Optional.of(parts[2]) : Optional.empty();
        return names && folder.stream().allMatch(CheckpointSettings::isPath)
                ? Optional.of(new Settings.OnHub(new RepoFolder(parts[0] + "/" + parts[1], folder)))
                : Optional.empty();
    }

    /** Reads a revision, which becomes a file name in the cache. */
    private static Optional<String> revision(String text) {
        return Optional.of(text).filter(CheckpointSettings::isPath);
    }

    private static boolean isPath(String text) {
        for (String part : text.split("/", -1)) {
            if (!isName(part)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String text) {
        return text.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") && !text.contains("..");
    }

    /** The cache joins the parts of a repository's name with two dashes, so the hub allows none within a part. */
    private static boolean isRepoPart(String text) {
        return isName(text) && !text.contains("--");
    }

    private SequencedSet<CheckpointName> models() {
        return values.<SequencedSet<CheckpointName>>read(
                        Setting.MODELS, "a comma list of " + SettingsReader.NAMES + "; empty means all", text -> {
                            SequencedSet<CheckpointName> names = new LinkedHashSet<>();
                            for (String item : text.split(",", -1)) {
                                Optional<CheckpointName> name = CheckpointName.find(item);
                                if (name.isEmpty() && !item.isBlank()) {
                                    return Optional.empty();
                                }
                                name.ifPresent(names::add);
                            }
                            return Optional.of(names);
                        })
                .orElseGet(LinkedHashSet::new);
    }

    private static Optional<Path> file(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Files::isReadable);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Optional<Path> directory(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Files::isDirectory);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
