// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.hub.Hub;
import org.decisionservice.hub.RepoFolder;
import org.decisionservice.server.HttpOptions;

/**
 * Everything a deployment can choose, checked.
 *
 * @param connections what the public port's connections may take
 * @param admin the operator's port; empty where there is none
 * @param http what the decision routes need; holds the API key, so no log line may show it
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
        Log log,
        Optional<URI> traces,
        Optional<Path> requestFile) {

    /**
     * Where to listen, and how to stop.
     *
     * @param port 0 takes a free one
     * @param shutdownGrace how long admitted requests may take to finish after a SIGTERM
     */
    public record Listen(String host, int port, Duration shutdownGrace) {
        private static final Pattern LOOPBACK =
                Pattern.compile("localhost|127(\\.[0-9]+){3}|::1|\\[::1]", Pattern.CASE_INSENSITIVE);

        /** Whether only this machine reaches the port. */
        public boolean loopback() {
            return LOOPBACK.matcher(host).matches();
        }
    }

    /**
     * What the connections of the public port may take, before anybody has said who they are.
     *
     * @param most open at once; empty derives it from the limit on open files
     * @param headTimeout time from a head's first byte to its end
     * @param idleTimeout time without a request after which a connection is closed
     */
    public record Connections(OptionalInt most, Duration headTimeout, Duration idleTimeout) {}

    /**
     * The operator's port.
     *
     * @param port 0 takes a free one
     * @param password asked for by HTTP Basic; never empty where the host is not a loopback address
     */
    public record Admin(String host, int port, Optional<String> password) {}

    /**
     * How the router chooses.
     *
     * @param defaultModel checkpoint of a state without language evidence
     * @param pinned checkpoint of every request that names no model itself
     * @param autoTask whether question ids alone may lead to typed-decisions
     */
    public record Routing(CheckpointName defaultModel, Optional<CheckpointName> pinned, boolean autoTask) {}

    /**
     * Which checkpoints are served and when their weights are in memory.
     *
     * @param pins what single checkpoints have of their own
     * @param preload load before listening
     * @param models checkpoints to preload; empty means all that are served
     * @param idleUnload idle time after which weights are dropped; empty keeps them
     */
    public record Checkpoints(
            Source source, Pins pins, boolean preload, List<CheckpointName> models, Optional<Duration> idleUnload) {
        public Checkpoints {
            models = List.copyOf(models);
        }
    }

    /**
     * What single checkpoints have of their own.
     *
     * @param places instead of the common source
     * @param revisions branch, tag or commit of what comes from the hub; main where there is none
     * @param digests by what {@code /health} calls the checkpoint: path within it to SHA-256 in 64 small hex digits
     */
    public record Pins(
            Map<CheckpointName, Place> places,
            Map<CheckpointName, String> revisions,
            Map<String, Map<String, String>> digests) {
        public static final Pins NONE = new Pins(Map.of(), Map.of(), Map.of());

        public Pins {
            places = Map.copyOf(places);
            revisions = Map.copyOf(revisions);
            digests = Map.copyOf(digests);
        }
    }

    /** Where one checkpoint is. */
    public sealed interface Place {}

    /** A directory that is a checkpoint. */
    public record Folder(Path path) implements Place {}

    /** A checkpoint on the hub. */
    public record OnHub(RepoFolder folder) implements Place {}

    /** Where checkpoints come from. */
    public sealed interface Source {}

    /** The published ones, in one repository of the hub. */
    public record Published() implements Source {}

    /** The bundled one, under all three names. */
    public record Starter() implements Source {}

    /** {@code english/}, {@code multilingual/} and {@code typed-decisions/}, as many as are there. */
    public record Directory(Path path) implements Source {}

    /** One checkpoint that answers everything; nothing is routed. */
    public record Local(Path path) implements Source {}

    /**
     * What is logged on standard error, and how.
     *
     * @param level least severe level of the service's own lines
     */
    public record Log(Level level, Format format) {
        /** How a line looks. */
        public enum Format {
            /** For people. */
            TEXT,
            /** One object per line, for collectors. */
            JSON
        }
    }

    /**
     * What computes.
     *
     * @param engine of every checkpoint that {@code engines} does not name
     * @param device empty takes the engine's preferred one
     * @param threads compute threads of a pass, at least 1; empty leaves the engine's own default
     * @param precision of every checkpoint that it does for
     * @param maxBatchTokens tokens that one pass may collate
     * @param coalesce whether requests that wait at the same time share passes
     */
    public record Compute(
            String engine,
            Map<CheckpointName, String> engines,
            Optional<Device> device,
            OptionalInt threads,
            Precision precision,
            int maxBatchTokens,
            boolean coalesce) {
        public Compute {
            engines = Map.copyOf(engines);
        }

        /** Tokens that a pass for several requests may collate; empty where each has its own. */
        public OptionalInt sharedTokens() {
            return coalesce ? OptionalInt.of(maxBatchTokens) : OptionalInt.empty();
        }

        /** Name of the engine that computes a checkpoint. */
        public String engineOf(CheckpointName checkpoint) {
            return engines.getOrDefault(checkpoint, engine);
        }
    }
}
