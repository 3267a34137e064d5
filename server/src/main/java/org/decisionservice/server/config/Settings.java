// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.logging.Level;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.packing.Windowing;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.hub.Hub;
import org.decisionservice.hub.RepoFolder;
import org.decisionservice.server.HttpOptions;

/**
 * Everything a deployment can choose, validated.
 *
 * @param connections limits on the public port's connections
 * @param admin the operator's port; empty if there is none
 * @param http the options of the decision routes; holds the API key, so no log line may show it
 * @param windowing whether long states are read in windows
 * @param waitingMemory MiB of the heap that admitted requests may take together; empty is half of the largest heap
 * @param decisions the decision log; empty writes none
 * @param traces the OTLP endpoint that traces are sent to, without its path; empty sends none
 * @param requestFile the request that a one-shot run answers
 */
public record Settings(
        Listen listen,
        Connections connections,
        Optional<Admin> admin,
        HttpOptions http,
        Routing routing,
        Checkpoints checkpoints,
        Hub.Settings hub,
        Compute compute,
        Windowing windowing,
        OptionalInt waitingMemory,
        Log log,
        Optional<Decisions> decisions,
        Optional<URI> traces,
        Optional<Path> requestFile) {

    /**
     * Where to listen, and how to stop.
     *
     * @param port 0 takes a free port
     * @param shutdownGrace how long admitted requests may take to finish after a SIGTERM
     */
    public record Listen(String host, int port, Duration shutdownGrace) {}

    /**
     * Limits on the connections of the public port, which apply before authentication.
     *
     * @param most maximum number of open connections; empty derives it from the limit on open files
     * @param headTimeout maximum time from a head's first byte to its end
     * @param idleTimeout time without a request after which a connection is closed
     */
    public record Connections(OptionalInt most, Duration headTimeout, Duration idleTimeout) {}

    /**
     * The operator's port.
     *
     * @param port 0 takes a free port
     * @param password required by HTTP Basic; never empty if the host is not a loopback address
     * @param questions how many question ids have metrics of their own
     */
    public record Admin(String host, int port, Optional<String> password, int questions) {
        /** How many have them if nobody says otherwise. */
        public static final int QUESTIONS = 20;
    }

    /**
     * How the router chooses.
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
     * @param reading how the special tokens in clients' texts are read
     */
    public record Checkpoints(
            Source source, Pins pins, Loading loading, List<Calibrated> calibration, TextReading reading) {
        public Checkpoints {
            calibration = List.copyOf(calibration);
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
     * A file that calibrates a checkpoint.
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
     * @param digests by the checkpoint's name in {@code /health}: path within it to SHA-256 in 64 lower-case hex digits
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
            this(path, Setting.MODEL_PATH.variable());
        }
    }

    /**
     * What is logged on standard error, and how.
     *
     * @param level least severe level of the service's own lines
     */
    public record Log(Level level, Format format) {
        /** The format of a log line. */
        public enum Format {
            /** For people. */
            TEXT,
            /** One object per line, for collectors. */
            JSON
        }
    }

    /**
     * The decision log.
     *
     * @param states whether it holds the text of states, rather than a hash
     */
    public record Decisions(Path file, boolean states) {}

    /**
     * How the service computes.
     *
     * @param engine the engine of every checkpoint that {@code engines} does not name
     * @param device empty takes the engine's preferred device
     * @param threads compute threads of a pass, at least 1; empty leaves the engine's own default
     * @param precision used for every checkpoint for which it is sufficient
     * @param precisionTolerance how far a reduced precision may move a probability, above 0 and at most 1
     * @param maxBatchTokens maximum number of tokens that one pass may collate
     * @param coalesce whether requests that wait at the same time share passes
     * @param approach in how many rows and rounds a question is asked
     */
    public record Compute(
            String engine,
            Map<CheckpointName, String> engines,
            Optional<Device> device,
            OptionalInt threads,
            Precision precision,
            double precisionTolerance,
            int maxBatchTokens,
            boolean coalesce,
            Approach approach) {
        public Compute {
            engines = Map.copyOf(engines);
        }

        /**
         * Maximum number of tokens that a pass for several requests may collate; empty if requests do not share passes.
         */
        public OptionalInt sharedTokens() {
            return coalesce ? OptionalInt.of(maxBatchTokens) : OptionalInt.empty();
        }

        /** Name of the engine that computes a checkpoint. */
        public String engineOf(CheckpointName checkpoint) {
            return engines.getOrDefault(checkpoint, engine);
        }
    }
}
