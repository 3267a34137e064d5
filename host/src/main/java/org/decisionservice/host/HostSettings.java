// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.hub.Hub;
import org.decisionservice.hub.RepoFolder;

/**
 * Everything that a deployment can choose about what answers, validated.
 *
 * @param windows whether long states are read in windows if the request does not say
 * @param splitsChoices whether a choice with more options than fit into a row is answered from several rows instead of
 *     being refused
 */
public record HostSettings(
        Routing routing,
        Checkpoints checkpoints,
        Hub.Settings hub,
        Compute compute,
        boolean windows,
        boolean splitsChoices) {

    /** The same without thresholds, which change no answer but only whether it passes. */
    public HostSettings withoutThresholds() {
        Checkpoints files = new Checkpoints(
                checkpoints.source(),
                checkpoints.pins(),
                checkpoints.loading(),
                checkpoints.calibration(),
                checkpoints.learned(),
                List.of(),
                checkpoints.coverage(),
                checkpoints.reading());
        return new HostSettings(routing, files, hub, compute, windows, splitsChoices);
    }

    /**
     * The settings of the router.
     *
     * @param defaultModel checkpoint for a state without language evidence
     * @param pinned checkpoint for every request that names no model itself
     * @param autoTask whether question ids alone may select typed-decisions
     */
    public record Routing(CheckpointName defaultModel, Optional<CheckpointName> pinned, boolean autoTask) {}

    /**
     * Which checkpoints are served and when their weights are in memory.
     *
     * @param pins settings of individual checkpoints
     * @param calibration files of calibrations
     * @param learned files of what labels taught
     * @param thresholds files of the least confidences of single questions
     * @param coverage level at which answers say which options cannot be excluded, where one of these files tells
     * @param reading how the special tokens in clients' texts are read
     */
    public record Checkpoints(
            Source source,
            Pins pins,
            Loading loading,
            List<Calibrated> calibration,
            List<Calibrated> learned,
            List<Calibrated> thresholds,
            OptionalDouble coverage,
            TextReading reading) {
        public Checkpoints {
            calibration = List.copyOf(calibration);
            learned = List.copyOf(learned);
            thresholds = List.copyOf(thresholds);
        }

        /** Whether files are served that hold labelled rows, or may. */
        public boolean labelled() {
            return !calibration.isEmpty() || !learned.isEmpty();
        }
    }

    /**
     * When weights are in memory.
     *
     * @param preload whether to load before listening
     * @param models checkpoints to preload; empty means all that are served
     * @param most maximum number of checkpoints in memory; empty sets no limit
     * @param idleUnload idle time after which weights are dropped; empty keeps them
     */
    public record Loading(
            boolean preload, List<CheckpointName> models, OptionalInt most, Optional<Duration> idleUnload) {
        /** Nothing is loaded before it is needed, and everything stays loaded. */
        public static final Loading LAZY = new Loading(false, List.of(), OptionalInt.empty(), Optional.empty());

        public Loading {
            models = List.copyOf(models);
        }
    }

    /**
     * A file that calibrates a checkpoint, or of what labels say about its questions.
     *
     * @param checkpoint empty finds the one that the file was made for
     */
    public record Calibrated(Optional<CheckpointName> checkpoint, Path file) {}

    /**
     * Settings of individual checkpoints.
     *
     * @param places locations that replace the common source
     * @param extra locations of the checkpoints beside the three, in the order of the configuration
     * @param revisions branch, tag or commit of a checkpoint from the hub; main if there is none
     * @param digests by the checkpoint's name in {@code /health}: path within it, or of a manifest of what was prepared
     *     of it, to SHA-256 in 64 lower-case hex digits
     */
    public record Pins(
            Map<CheckpointName, Place> places,
            SequencedMap<CheckpointName, Place> extra,
            Map<CheckpointName, String> revisions,
            Map<String, Map<String, String>> digests) {
        public static final Pins NONE = new Pins(Map.of(), new LinkedHashMap<>(), Map.of(), Map.of());

        public Pins {
            places = Map.copyOf(places);
            extra = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(extra));
            revisions = Map.copyOf(revisions);
            digests = Map.copyOf(digests);
        }
    }

    /** The location of one checkpoint. */
    public sealed interface Place {}

    /** A directory that is a checkpoint. */
    public record Folder(Path path) implements Place {}

    /** A checkpoint on the hub. */
    public record OnHub(RepoFolder folder) implements Place {}

    /** The source of all checkpoints. */
    public sealed interface Source {}

    /** The published checkpoints, in one repository of the hub. */
    public record Published() implements Source {}

    /** The bundled checkpoint, under all three names. */
    public record Starter() implements Source {}

    /** The folders {@code english/}, {@code multilingual/} and {@code typed-decisions/}, as far as they exist. */
    public record Directory(Path path) implements Source {}

    /**
     * One checkpoint that answers everything; nothing is routed.
     *
     * @param variable the setting that names it
     */
    public record Local(Path path, String variable) implements Source {
        public Local(Path path) {
            this(path, "SERVICE_MODEL_PATH");
        }
    }

    /**
     * The settings of engines and passes.
     *
     * @param engine the engine of every checkpoint that {@code engines} does not name
     * @param device empty takes the engine's preferred device
     * @param threads compute threads of a pass, at least 1; empty leaves the engine's own default
     * @param precision used for every checkpoint for which it is sufficient; empty takes the fastest that is, measured
     * @param precisionTolerance how far a reduced precision may move a probability, above 0 and at most 1
     * @param maxBatchTokens most tokens of a pass of several rows, each counted as long as the longest
     * @param coalesce whether requests that wait at the same time share passes
     * @param cacheBytes most memory for what earlier requests computed; 0 keeps nothing
     * @param approach in how many rows and rounds a question is asked
     * @param prepared where what was found out about checkpoints is kept; empty keeps nothing
     */
    public record Compute(
            String engine,
            Map<CheckpointName, String> engines,
            Optional<Device> device,
            OptionalInt threads,
            Optional<Precision> precision,
            double precisionTolerance,
            int maxBatchTokens,
            boolean coalesce,
            long cacheBytes,
            Approach approach,
            Optional<PreparedStore.Settings> prepared) {
        public Compute {
            engines = Map.copyOf(engines);
        }

        /** Name of the engine that computes a checkpoint. */
        public String engineOf(CheckpointName checkpoint) {
            return engines.getOrDefault(checkpoint, engine);
        }
    }
}
