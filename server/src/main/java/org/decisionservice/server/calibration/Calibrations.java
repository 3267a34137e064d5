// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.calibration;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.server.checkpoints.CheckpointCatalogue;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.json.JsonReader;

/** The calibrations in force. A file calibrates the checkpoint whose weights it was made for, and no other. */
public final class Calibrations {
    private static final System.Logger LOG = System.getLogger(Calibrations.class.getName());
    private static final String VARIABLE = "SERVICE_CALIBRATION: ";

    private final CheckpointCatalogue catalogue;
    private final List<Settings.Calibrated> files;
    private volatile SequencedMap<String, String> digests = Collections.emptyNavigableMap();

    private record Bound(ServedCheckpoint checkpoint, CalibrationFile file, Settings.Calibrated from) {}

    private Calibrations(CheckpointCatalogue catalogue, List<Settings.Calibrated> files) {
        this.catalogue = catalogue;
        this.files = List.copyOf(files);
    }

    /**
     * Reads the files and calibrates the checkpoints. With no file nothing is read, of the checkpoints neither.
     *
     * @throws ConfigurationException if a file cannot be read, or was made for another checkpoint
     */
    public static Calibrations load(CheckpointCatalogue catalogue, List<Settings.Calibrated> files) {
        Calibrations calibrations = new Calibrations(catalogue, files);
        calibrations.apply();
        return calibrations;
    }

    /** The SHA-256 of the file in force, by checkpoint. */
    public SequencedMap<String, String> digests() {
        return digests;
    }

    /** The SHA-256 of the file in force for the checkpoint that answers by {@code name}. */
    public Optional<String> digest(String name) {
        return digests.entrySet().stream()
                .filter(entry -> List.of(entry.getKey().split("/")).contains(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /**
     * Reads the files again. If one of them cannot be used, everything stays as it is, and the log says why.
     *
     * @return why nothing was changed; empty if the files are in force
     */
    public Optional<String> reload() {
        if (files.isEmpty()) {
            return Optional.of("SERVICE_CALIBRATION names no file");
        }
        try {
            apply();
            return Optional.empty();
        } catch (ConfigurationException e) {
            LOG.log(WARNING, "calibration stays as it was: {0}", e.getMessage());
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private synchronized void apply() {
        // All are read before the first is used.
        List<Bound> bound = new ArrayList<>();
        for (Settings.Calibrated from : files) {
            bound.add(bind(from));
        }
        TreeMap<String, String> now = new TreeMap<>();
        for (Bound each : bound) {
            each.checkpoint().calibrate(each.file().calibration());
            now.put(each.checkpoint().toString(), each.file().digest());
            LOG.log(
                    INFO,
                    "checkpoint {0}: calibrated by {1}, sha256:{2}",
                    each.checkpoint(),
                    each.from().file().getFileName(),
                    each.file().digest().substring(0, 12));
        }
        digests = Collections.unmodifiableSequencedMap(now);
    }

    private Bound bind(Settings.Calibrated from) {
        CalibrationFile file;
        try {
            file = CalibrationFile.read(from.file());
        } catch (CalibrationFile.Malformed e) {
            throw new ConfigurationException(VARIABLE + from.file() + ": " + e.getMessage());
        }
        List<ServedCheckpoint> candidates = from.checkpoint()
                .map(name -> List.of(catalogue.require(name, "SERVICE_CALIBRATION")))
                .orElseGet(() -> List.copyOf(catalogue.all()));
        if (file.checkpoint().isEmpty() && file.identity().isEmpty() && candidates.size() > 1) {
            throw unnamed(from);
        }
        List<ServedCheckpoint> matching =
                candidates.stream().filter(served -> isFor(served, file)).toList();
        if (matching.size() > 1 && file.checkpoint().isEmpty()) {
            throw unnamed(from);
        }
        if (matching.isEmpty()) {
            throw new ConfigurationException(VARIABLE + from.file() + " was made for "
                    + file.checkpoint().map(wanted -> "the weights " + wanted).orElse("another configuration")
                    + ", which " + candidates.getFirst()
                    + " does not have; calibrate this checkpoint with ./serve calibrate");
        }
        return new Bound(matching.getFirst(), file, from);
    }

    private static ConfigurationException unnamed(Settings.Calibrated from) {
        return new ConfigurationException(VARIABLE + from.file()
                + " does not say which checkpoint it is for; name one, such as english=" + from.file());
    }

    private static boolean isFor(ServedCheckpoint served, CalibrationFile file) {
        return file.checkpoint().map(revision(served)::equals).orElse(true)
                && file.identity()
                        .map(config -> config.equals(identity(served)))
                        .orElse(true);
    }

    private static JsonObject identity(ServedCheckpoint served) {
        Path config = served.checkpoint().source().weights().resolveSibling("rl_agent_config.json");
        try {
            if (JsonReader.read(Files.readAllBytes(config)).root() instanceof JsonObject root) {
                return CalibrationFile.identity(root);
            }
        } catch (IOException e) {
            throw new ConfigurationException(VARIABLE + config + " cannot be read");
        }
        throw new ConfigurationException(VARIABLE + config + " holds no object");
    }

    /** The revision of the checkpoint's weights; a checkpoint from the hub is fetched for it. */
    public static String revision(ServedCheckpoint served) {
        return WeightsDigest.revision(served.checkpoint().source().weights());
    }
}
