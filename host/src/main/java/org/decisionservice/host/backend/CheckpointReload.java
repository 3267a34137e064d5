// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.text.Printable;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.checkpoints.Calibrations;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.hub.HubException;

/** Replaces checkpoints while they answer, one at a time. */
public final class CheckpointReload {
    private static final System.Logger LOG = System.getLogger(CheckpointReload.class.getName());

    private static final List<String> OUTCOMES = List.of("replaced", "unchanged", "refused");

    private final CheckpointCatalogue catalogue;
    private final Calibrations calibrations;
    private final InferenceWorker worker;
    private final Map<Count, LongAdder> counts = new ConcurrentHashMap<>();

    /**
     * The key of a count.
     *
     * @param outcome {@code replaced}, {@code unchanged} or {@code refused}
     */
    public record Count(String checkpoint, String outcome) {}

    public CheckpointReload(CheckpointCatalogue catalogue, Calibrations calibrations, InferenceWorker worker) {
        this.catalogue = catalogue;
        this.calibrations = calibrations;
        this.worker = worker;
        // An increase from nothing to 1 is none to Prometheus.
        for (ServedCheckpoint checkpoint : catalogue.all()) {
            OUTCOMES.forEach(outcome -> counts.put(new Count(checkpoint.toString(), outcome), new LongAdder()));
        }
    }

    /** Reads the checkpoint of this name, alias or label in {@code /health} again. */
    public Reloaded reload(String name) {
        return catalogue
                .labelled(name)
                .or(() -> catalogue.names().find(name).flatMap(catalogue::find))
                .map(this::reload)
                .orElseGet(() -> new Reloaded.Unknown(catalogue.served()));
    }

    /** Reads every checkpoint that was read before again, and returns whether none was refused. */
    public boolean reloadAll() {
        boolean refused = false;
        for (ServedCheckpoint checkpoint : catalogue.all()) {
            refused |= checkpoint.isRead() && reload(checkpoint) instanceof Reloaded.Refused;
        }
        return !refused;
    }

    /** Number of times that each checkpoint was read again since the process started, by outcome. */
    public Map<Count, Long> counts() {
        Map<Count, Long> now = new HashMap<>();
        counts.forEach((count, times) -> now.put(count, times.sum()));
        return now;
    }

    private Reloaded reload(ServedCheckpoint checkpoint) {
        Reloaded reloaded = readAgain(checkpoint);
        String outcome = switch (reloaded) {
            case Reloaded.Replaced _ -> "replaced";
            case Reloaded.Unchanged _ -> "unchanged";
            case Reloaded.Refused _, Reloaded.Unknown _ -> "refused";
        };
        counts.computeIfAbsent(new Count(checkpoint.toString(), outcome), _ -> new LongAdder())
                .increment();
        return reloaded;
    }

    private synchronized Reloaded readAgain(ServedCheckpoint checkpoint) {
        try {
            Optional<CheckpointVersion> next = checkpoint.readAgain();
            return next.isEmpty() ? new Reloaded.Unchanged() : replace(next.get());
        } catch (CheckpointException
                | EngineException
                | HubException
                | ConfigurationException
                | UncheckedIOException e) {
            String reason = Printable.joinLines(String.valueOf(e.getMessage()));
            LOG.log(WARNING, "checkpoint {0} is not replaced: {1}", checkpoint, reason);
            return new Reloaded.Refused(reason);
        }
    }

    private Reloaded replace(CheckpointVersion next) {
        boolean inForce = false;
        try {
            Runnable calibrated = calibrations.prepare(next);
            String revision = worker.replace(next);
            inForce = true;
            calibrated.run();
            LOG.log(INFO, "checkpoint {0} is replaced, weights {1}", next.served(), revision);
            return new Reloaded.Replaced(revision);
        } finally {
            if (!inForce) {
                next.release();
            }
        }
    }
}
