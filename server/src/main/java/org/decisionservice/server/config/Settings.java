package org.decisionservice.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.logging.Level;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.server.HttpOptions;

/**
 * Everything a deployment can choose, checked.
 *
 * @param admin the operator's port; empty where there is none
 * @param http what the decision routes need; holds the API key, so no log line may show it
 * @param logLevel least severe level that is logged
 */
public record Settings(
        Listen listen,
        Optional<Admin> admin,
        HttpOptions http,
        Routing routing,
        Checkpoints checkpoints,
        Compute compute,
        Level logLevel) {

    /**
     * Where to listen, and how to stop.
     *
     * @param port 0 takes a free one
     * @param shutdownGrace how long admitted requests may take to finish after a SIGTERM
     */
    public record Listen(String host, int port, Duration shutdownGrace) {}

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
     * @param preload load before listening
     * @param models checkpoints to preload; empty means all that are served
     * @param idleUnload idle time after which weights are dropped; empty keeps them
     */
    public record Checkpoints(
            Source source, boolean preload, List<CheckpointName> models, Optional<Duration> idleUnload) {
        public Checkpoints {
            models = List.copyOf(models);
        }
    }

    /** Where checkpoints come from. */
    public sealed interface Source {}

    /** The bundled one, under all three names. */
    public record Starter() implements Source {}

    /** {@code english/}, {@code multilingual/} and {@code typed-decisions/}, as many as are there. */
    public record Directory(Path path) implements Source {}

    /** One checkpoint that answers everything; nothing is routed. */
    public record Local(Path path) implements Source {}

    /**
     * What computes.
     *
     * @param device empty takes the engine's preferred one
     * @param threads compute threads of a pass, at least 1; empty leaves the engine's own default
     * @param maxBatchTokens tokens that one pass may collate
     */
    public record Compute(String engine, Optional<Device> device, OptionalInt threads, int maxBatchTokens) {}
}
