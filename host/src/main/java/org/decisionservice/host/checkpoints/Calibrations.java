// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;

/**
 * The files in force that calibrate checkpoints, and those of what labels taught and how sure answers must be. A file
 * holds for the checkpoint whose weights it was made for, and no other.
 */
public final class Calibrations {
    private static final System.Logger LOG = System.getLogger(Calibrations.class.getName());

    private final CheckpointCatalogue catalogue;
    private final List<Named> files;
    private final OptionalDouble coverage;
    /** Whether the checkpoints answer by them. */
    private final boolean served;

    /** Calibrations of versions that were asked about, if the checkpoints do not answer by them. */
    private final Map<ServedCheckpoint, Of> asked = new HashMap<>();

    private record Of(CheckpointVersion version, Calibration calibration) {}

    private List<Bound> inForce = List.of();
    private volatile Map<FittedKind, SequencedMap<String, String>> digests = Map.of();

    /** A file that the settings name. */
    private record Named(FittedKind kind, HostSettings.Calibrated from) {
        @Override
        public String toString() {
            return FittedKind.SETTING + ": " + from.file();
        }

        DecodingFile read() {
            return kind.read(from.file());
        }
    }

    /** A file and the checkpoint that it is for, as long as its files are those that the file was made for. */
    private record Bound(ServedCheckpoint checkpoint, DecodingFile file, Named named) {
        /** Whether only one of the two can be in force. */
        boolean isInPlaceOf(Bound other) {
            return checkpoint == other.checkpoint && named.kind() == other.named.kind();
        }

        /** {@code before} with what the file says, or as it is. */
        Calibration over(Calibration before, CheckpointVersion version) {
            if (file.isFor(version)) {
                return file.over(before, version);
            }
            LOG.log(
                    WARNING,
                    "checkpoint {0}: its files have changed, and {1} was not made for them; it answers without that file",
                    checkpoint,
                    named.from().file());
            return before;
        }
    }

    private Calibrations(CheckpointCatalogue catalogue, List<Named> files, OptionalDouble coverage, boolean served) {
        this.catalogue = catalogue;
        this.files = List.copyOf(files);
        this.coverage = coverage;
        this.served = served;
    }

    /** No file, for answers that the checkpoints give alone. */
    public static Calibrations none(CheckpointCatalogue catalogue) {
        return new Calibrations(catalogue, List.of(), OptionalDouble.empty(), false);
    }

    /**
     * Reads the files that {@code settings} name, and has the checkpoints answer by them. With no file nothing is read,
     * of the checkpoints neither.
     *
     * @throws ConfigurationException if a file cannot be read, or was made for another checkpoint
     */
    public static Calibrations load(CheckpointCatalogue catalogue, HostSettings.Checkpoints settings) {
        List<Named> files = new ArrayList<>();
        settings.calibration().forEach(from -> files.add(new Named(FittedKind.CALIBRATION, from)));
        settings.learned().forEach(from -> files.add(new Named(FittedKind.LEARNED, from)));
        settings.thresholds().forEach(from -> files.add(new Named(FittedKind.THRESHOLDS, from)));
        Calibrations calibrations = new Calibrations(catalogue, files, settings.coverage(), true);
        calibrations.apply();
        return calibrations;
    }

    /**
     * Reads the same files, but for thresholds, without an effect on what the checkpoints answer: {@link #of} says what
     * they would.
     *
     * @throws ConfigurationException as {@link #load}
     */
    public static Calibrations beside(CheckpointCatalogue catalogue, HostSettings.Checkpoints settings) {
        List<Named> files = new ArrayList<>();
        settings.calibration().forEach(from -> files.add(new Named(FittedKind.CALIBRATION, from)));
        settings.learned().forEach(from -> files.add(new Named(FittedKind.LEARNED, from)));
        Calibrations calibrations = new Calibrations(catalogue, files, settings.coverage(), false);
        calibrations.apply();
        return calibrations;
    }

    /**
     * The calibration of a version by the files in force, or its own numbers; of files {@link #beside} what is served.
     */
    public synchronized Calibration of(CheckpointVersion version) {
        Of known = asked.get(version.served());
        if (known == null || known.version() != version) {
            known = new Of(
                    version,
                    calibration(inForce, version)
                            .orElseGet(() -> Calibration.of(version.checkpoint().temperatures())));
            asked.put(version.served(), known);
        }
        return known.calibration();
    }

    /** The SHA-256 of the calibration in force, by checkpoint. */
    public SequencedMap<String, String> digests() {
        return digests.getOrDefault(FittedKind.CALIBRATION, Collections.emptyNavigableMap());
    }

    /** The SHA-256 of the learned file in force, by checkpoint. */
    public SequencedMap<String, String> learned() {
        return digests.getOrDefault(FittedKind.LEARNED, Collections.emptyNavigableMap());
    }

    /** That of {@code digests} which is for the checkpoint that answers by {@code name}. */
    public static Optional<String> of(String name, SequencedMap<String, String> digests) {
        return digests.entrySet().stream()
                .filter(entry -> List.of(entry.getKey().split("/")).contains(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether the settings name a file. */
    public boolean anyNamed() {
        return !files.isEmpty();
    }

    /**
     * Reads the files again. If one of them cannot be used, everything stays as it is, and the log says why.
     *
     * @return why nothing was changed; empty if the files are in force
     */
    public Optional<String> reload() {
        if (files.isEmpty()) {
            return Optional.of(FittedKind.SETTING + " names no file");
        }
        try {
            apply();
            return Optional.empty();
        } catch (ConfigurationException e) {
            LOG.log(WARNING, "the calibrations are not reloaded, and those in force stay: {0}", e.getMessage());
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private synchronized void apply() {
        // All are read before the first is used.
        List<Bound> bound = new ArrayList<>();
        for (Named each : files) {
            Bound next = bind(each);
            bound.stream().filter(next::isInPlaceOf).findFirst().ifPresent(other -> {
                throw new ConfigurationException(
                        each + " and " + other.named().from().file() + " are both for " + next.checkpoint()
                                + " and of ./serve " + each.kind().command() + "; name one of them");
            });
            bound.add(next);
        }
        List<Bound> before = inForce;
        use(bound, bound);
        asked.clear();
        catalogue.all().stream()
                .filter(_ -> served)
                .filter(checkpoint -> has(bound, checkpoint) || has(before, checkpoint))
                .forEach(checkpoint -> checkpoint.calibrate(version -> calibration(bound, version)));
    }

    private static boolean has(List<Bound> files, ServedCheckpoint checkpoint) {
        return files.stream().anyMatch(each -> each.checkpoint() == checkpoint);
    }

    /** The calibration of a version by these files; empty leaves it to its own numbers. */
    private Optional<Calibration> calibration(List<Bound> files, CheckpointVersion version) {
        if (!has(files, version.served())) {
            return Optional.empty();
        }
        Calibration calibration = Calibration.of(version.checkpoint().temperatures());
        for (Bound each : files) {
            if (each.checkpoint() == version.served()) {
                calibration = each.over(calibration, version);
            }
        }
        return Optional.of(calibration.covering(coverage));
    }

    /**
     * Reads the files for the checkpoint of {@code next} again and calibrates {@code next} with them, which nobody asks
     * yet.
     *
     * @return makes them the files in force; to be run once {@code next} is
     * @throws ConfigurationException naming a file that cannot be read, or was not made for {@code next}
     */
    public synchronized Runnable prepare(CheckpointVersion next) {
        List<Bound> fresh = new ArrayList<>();
        for (Bound bound : inForce) {
            if (bound.checkpoint() != next.served()) {
                continue;
            }
            Bound again = new Bound(next.served(), bound.named().read(), bound.named());
            if (!again.file().isFor(next)) {
                throw new ConfigurationException(bound.named() + " was made for " + madeFor(again.file())
                        + ", not for the new " + next.served() + "; put one in its place that ./serve "
                        + bound.named().kind().command() + " made for the new one");
            }
            fresh.add(again);
        }
        if (!fresh.isEmpty()) {
            next.calibrate(calibration(fresh, next));
        }
        return () -> {
            if (!fresh.isEmpty()) {
                next.served().calibrateFrom(version -> calibration(fresh, version));
            }
            useBesideOthers(next.served(), fresh);
        };
    }

    /** The files of other checkpoints may have been read again meanwhile. */
    private synchronized void useBesideOthers(ServedCheckpoint checkpoint, List<Bound> fresh) {
        List<Bound> all = new ArrayList<>(inForce);
        all.removeIf(bound -> bound.checkpoint() == checkpoint);
        all.addAll(fresh);
        use(all, fresh);
    }

    private synchronized void use(List<Bound> all, List<Bound> fresh) {
        Map<FittedKind, SequencedMap<String, String>> now = new EnumMap<>(FittedKind.class);
        all.forEach(each -> now.computeIfAbsent(each.named().kind(), _ -> new TreeMap<>())
                .put(each.checkpoint().toString(), each.file().digest()));
        inForce = List.copyOf(all);
        digests = Collections.unmodifiableMap(now);
        for (Bound each : fresh) {
            each.file()
                    .warnings()
                    .forEach(entry -> LOG.log(
                            WARNING,
                            "checkpoint {0}: {1}: {2}",
                            said(each),
                            each.named().from().file().getFileName(),
                            entry));
            if (!each.file().isMadeWith(kind -> digests(now, kind, each.checkpoint()))) {
                LOG.log(
                        WARNING,
                        "checkpoint {0}: {1} was measured with another calibration or learned file than is in force, so"
                                + " its thresholds may let wrong answers pass; measure them again with ./serve {2}",
                        said(each),
                        each.named().from().file().getFileName(),
                        each.named().kind().command());
            }
            LOG.log(
                    INFO,
                    "checkpoint {0}: {1} {2}, sha256:{3}",
                    said(each),
                    each.file().said(),
                    each.named().from().file().getFileName(),
                    each.file().digest().substring(0, 12));
        }
    }

    private String said(Bound file) {
        return file.checkpoint() + (served ? "" : " (shadow)");
    }

    private static Optional<String> digests(
            Map<FittedKind, SequencedMap<String, String>> all, FittedKind kind, ServedCheckpoint checkpoint) {
        return Optional.ofNullable(all.get(kind)).map(byCheckpoint -> byCheckpoint.get(checkpoint.toString()));
    }

    private Bound bind(Named named) {
        DecodingFile file = named.read();
        List<ServedCheckpoint> candidates = named.from()
                .checkpoint()
                .map(name -> List.of(catalogue.require(name, FittedKind.SETTING)))
                .orElseGet(() -> List.copyOf(catalogue.all()));
        if (file.isForAny() && candidates.size() > 1) {
            throw unnamed(named);
        }
        List<ServedCheckpoint> matching = candidates.stream()
                .filter(served -> file.isFor(served.version()))
                .toList();
        if (matching.size() > 1 && file.weights().isEmpty()) {
            throw unnamed(named);
        }
        if (matching.isEmpty()) {
            throw new ConfigurationException(named + " was made for " + madeFor(file) + ", which "
                    + candidates.getFirst() + " does not have; " + named.kind().verb()
                    + " this checkpoint with ./serve " + named.kind().command());
        }
        return new Bound(matching.getFirst(), file, named);
    }

    private static ConfigurationException unnamed(Named named) {
        return new ConfigurationException(named + " does not say which checkpoint it is for; name one, such as english="
                + named.from().file());
    }

    private static String madeFor(DecodingFile file) {
        return file.weights().map(wanted -> "the weights " + wanted).orElse("another configuration");
    }

    /** The revision of the checkpoint's weights; a checkpoint from the hub is fetched for it. */
    public static String revision(ServedCheckpoint served) {
        return WeightsDigest.revision(served.checkpoint().source().weights());
    }
}
