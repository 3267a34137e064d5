// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.calibration;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.contract.calibration.CalibrationFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/** The calibrations in force. A file calibrates the checkpoint whose weights it was made for, and no other. */
public final class Calibrations {
    private static final System.Logger LOG = System.getLogger(Calibrations.class.getName());
    private static final String VARIABLE = "SERVICE_CALIBRATION: ";

    private final CheckpointCatalogue catalogue;
    private final List<HostSettings.Calibrated> files;
    private List<Bound> inForce = List.of();
    private volatile SequencedMap<String, String> digests = Collections.emptyNavigableMap();

    /** A file and the checkpoint that it calibrates, as long as its files are those that the file was made for. */
    private record Bound(ServedCheckpoint checkpoint, CalibrationFile file, HostSettings.Calibrated from) {
        Optional<Calibration> of(CheckpointVersion version) {
            if (isFor(version, file)) {
                return Optional.of(file.calibration());
            }
            LOG.log(
                    WARNING,
                    "checkpoint {0}: its files have changed, and {1} was not made for them; it answers"
                            + " uncalibrated",
                    checkpoint,
                    from.file());
            return Optional.empty();
        }
    }

    private Calibrations(CheckpointCatalogue catalogue, List<HostSettings.Calibrated> files) {
        this.catalogue = catalogue;
        this.files = List.copyOf(files);
    }

    /**
     * Reads the files and calibrates the checkpoints. With no file nothing is read, of the checkpoints neither.
     *
     * @throws ConfigurationException if a file cannot be read, or was made for another checkpoint
     */
    public static Calibrations load(CheckpointCatalogue catalogue, List<HostSettings.Calibrated> files) {
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
        for (HostSettings.Calibrated from : files) {
            bound.add(bind(from));
        }
        bound.forEach(each -> each.checkpoint().calibrate(each::of));
        use(bound, bound);
    }

    /**
     * Reads the files that calibrate the checkpoint of {@code next} again and calibrates {@code next} with them, which
     * nobody asks yet.
     *
     * @return makes them the files in force; to be run once {@code next} is
     * @throws ConfigurationException naming a file that cannot be read, or was not made for {@code next}
     */
    public synchronized Runnable prepare(CheckpointVersion next) {
        List<Bound> fresh = new ArrayList<>();
        List<Bound> all = new ArrayList<>();
        for (Bound bound : inForce) {
            if (bound.checkpoint() != next.served()) {
                all.add(bound);
                continue;
            }
            Bound again = new Bound(next.served(), read(bound.from()), bound.from());
            if (!isFor(next, again.file())) {
                throw new ConfigurationException(VARIABLE + bound.from().file() + " was made for "
                        + madeFor(again.file()) + ", not for the new " + next.served()
                        + "; put one in its place that ./serve calibrate made for the new one");
            }
            next.calibrate(Optional.of(again.file().calibration()));
            fresh.add(again);
            all.add(again);
        }
        return () -> {
            fresh.forEach(each -> each.checkpoint().calibrateFrom(each::of));
            use(all, fresh);
        };
    }

    private synchronized void use(List<Bound> all, List<Bound> fresh) {
        TreeMap<String, String> now = new TreeMap<>();
        all.forEach(each -> now.put(each.checkpoint().toString(), each.file().digest()));
        inForce = List.copyOf(all);
        digests = Collections.unmodifiableSequencedMap(now);
        for (Bound each : fresh) {
            each.file()
                    .replaced()
                    .forEach(entry -> LOG.log(
                            WARNING,
                            "checkpoint {0}: {1}: {2}",
                            each.checkpoint(),
                            each.from().file().getFileName(),
                            entry));
            LOG.log(
                    INFO,
                    "checkpoint {0}: calibrated by {1}, sha256:{2}",
                    each.checkpoint(),
                    each.from().file().getFileName(),
                    each.file().digest().substring(0, 12));
        }
    }

    private static CalibrationFile read(HostSettings.Calibrated from) {
        try {
            return CalibrationFile.read(from.file());
        } catch (CalibrationFile.Malformed e) {
            throw new ConfigurationException(VARIABLE + from.file() + ": " + e.getMessage());
        }
    }

    private Bound bind(HostSettings.Calibrated from) {
        CalibrationFile file = read(from);
        List<ServedCheckpoint> candidates = from.checkpoint()
                .map(name -> List.of(catalogue.require(name, "SERVICE_CALIBRATION")))
                .orElseGet(() -> List.copyOf(catalogue.all()));
        if (file.checkpoint().isEmpty() && file.identity().isEmpty() && candidates.size() > 1) {
            throw unnamed(from);
        }
        List<ServedCheckpoint> matching = candidates.stream()
                .filter(served -> isFor(served.version(), file))
                .toList();
        if (matching.size() > 1 && file.checkpoint().isEmpty()) {
            throw unnamed(from);
        }
        if (matching.isEmpty()) {
            throw new ConfigurationException(VARIABLE + from.file() + " was made for "
                    + madeFor(file) + ", which " + candidates.getFirst()
                    + " does not have; calibrate this checkpoint with ./serve calibrate");
        }
        return new Bound(matching.getFirst(), file, from);
    }

    private static ConfigurationException unnamed(HostSettings.Calibrated from) {
        return new ConfigurationException(VARIABLE + from.file()
                + " does not say which checkpoint it is for; name one, such as english=" + from.file());
    }

    private static String madeFor(CalibrationFile file) {
        return file.checkpoint().map(wanted -> "the weights " + wanted).orElse("another configuration");
    }

    private static boolean isFor(CheckpointVersion version, CalibrationFile file) {
        return file.checkpoint()
                        .map(wanted -> version.weightsRevision().equals(Optional.of(wanted)))
                        .orElse(true)
                && hasConfiguration(version.weights(), file);
    }

    private static boolean hasConfiguration(Path weights, CalibrationFile file) {
        try {
            return file.fits(weights);
        } catch (IOException e) {
            throw new ConfigurationException(
                    VARIABLE + "the configuration beside " + weights + " cannot be read: " + e.getMessage());
        }
    }

    /** The revision of the checkpoint's weights; a checkpoint from the hub is fetched for it. */
    public static String revision(ServedCheckpoint served) {
        return WeightsDigest.revision(served.checkpoint().source().weights());
    }
}
