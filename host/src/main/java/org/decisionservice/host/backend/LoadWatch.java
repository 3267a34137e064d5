// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.LoadRecord;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.hub.HubException;

/**
 * Says whether the checkpoints of {@code SERVICE_MODELS}, or all that are served, can be loaded. Those that are not
 * preloaded are checked once, without a download; what has failed is tried again, because a service that is not ready
 * gets no requests that would.
 */
public final class LoadWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LoadWatch.class.getName());

    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final long SAY_AGAIN = TimeUnit.MINUTES.toNanos(1);

    private final SequencedSet<ServedCheckpoint> watched;
    private final Consumer<ServedCheckpoint> load;
    private final LongSupplier nanoTime;
    private final ScheduledThreadPoolExecutor thread;
    /** When the log last said that a checkpoint cannot be loaded. Used only on the thread. */
    private final Map<ServedCheckpoint, Long> said = new HashMap<>();

    private volatile boolean checked;

    /**
     * Begins to check and to try again.
     *
     * @param asked whether anybody asks {@link #isReady}; if not, nothing is checked before it has failed
     * @param load loads a checkpoint, and throws what a load throws
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     */
    public static LoadWatch start(
            HostSettings.Loading loading,
            CheckpointCatalogue catalogue,
            boolean asked,
            Consumer<ServedCheckpoint> load,
            LongSupplier nanoTime) {
        SequencedSet<ServedCheckpoint> watched = loading.models().stream()
                .map(name -> catalogue.require(name, "SERVICE_MODELS"))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        LoadWatch watch = new LoadWatch(watched.isEmpty() ? catalogue.all() : watched, load, nanoTime);
        watch.checked = loading.preload() || !asked;
        watch.begin(PAUSE);
        return watch;
    }

    LoadWatch(SequencedSet<ServedCheckpoint> watched, Consumer<ServedCheckpoint> load, LongSupplier nanoTime) {
        this.watched = watched;
        this.load = load;
        this.nanoTime = nanoTime;
        this.thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("load-watch").factory());
    }

    private void begin(Duration pause) {
        var _ = thread.scheduleWithFixedDelay(Fatal.checked(this::look), 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * The watched checkpoints that cannot be loaded, as far as is known; empty before they were checked. For any
     * thread; does not block.
     */
    public List<ServedCheckpoint> failing() {
        return watched.stream()
                .filter(checkpoint -> checkpoint.loads().failure().isPresent())
                .toList();
    }

    /** Whether all watched checkpoints are expected to load. For any thread; does not block. */
    public boolean isReady() {
        return checked && failing().isEmpty();
    }

    /** Tries again what has failed, and says what still does. */
    void look() {
        if (!checked) {
            watched.stream()
                    .filter(checkpoint -> !checkpoint.isRead())
                    .forEach(checkpoint -> attempt(checkpoint, ServedCheckpoint::expect));
            checked = true;
        } else {
            failing().forEach(this::again);
        }
        failing().forEach(this::say);
    }

    private void again(ServedCheckpoint checkpoint) {
        boolean tried =
                checkpoint.loads().failure().map(LoadRecord.Failure::tried).orElse(false);
        attempt(checkpoint, tried ? load : ServedCheckpoint::expect);
        if (checkpoint.loads().failure().isEmpty()) {
            said.remove(checkpoint);
            LOG.log(INFO, "checkpoint {0} can be loaded again", checkpoint);
        }
    }

    private static void attempt(ServedCheckpoint checkpoint, Consumer<ServedCheckpoint> step) {
        try {
            step.accept(checkpoint);
        } catch (CheckpointException | HubException | EngineException | UncheckedIOException e) {
            LOG.log(DEBUG, "{0}: {1}", checkpoint, e.getMessage());
        } catch (RejectedExecutionException _) {
            // The service stops.
        }
    }

    private void say(ServedCheckpoint checkpoint) {
        long now = nanoTime.getAsLong();
        Long before = said.get(checkpoint);
        if (before == null || now - before >= SAY_AGAIN) {
            said.put(checkpoint, now);
            LOG.log(
                    WARNING,
                    "checkpoint {0} {1} cannot be loaded, so the service is not ready; it is tried again every {2} s: {3}",
                    checkpoint,
                    checkpoint.origin(),
                    PAUSE.toSeconds(),
                    checkpoint.loads().failure().map(LoadRecord.Failure::reason).orElse(""));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
