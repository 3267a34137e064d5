// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/**
 * Tracks changes to the files of checkpoints while they are served. A file that is replaced as a whole does no harm,
 * because the old one stays mapped. A file that is overwritten is lost, and the checkpoint is loaded again. Confined to
 * the inference thread.
 */
final class Changes {
    private static final System.Logger LOG = System.getLogger(Changes.class.getName());

    /**
     * A writer that pauses for longer is assumed to be done. A load takes about as long, and would otherwise be wasted.
     */
    static final Duration STILL = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final Map<ServedCheckpoint, FileStamp> lastLoaded = new HashMap<>();
    private final Set<ServedCheckpoint> rewritten = new HashSet<>();
    private final Map<ServedCheckpoint, WeightsFile> announced = new HashMap<>();

    /** {@code clock} is the clock that dates the files. */
    Changes(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether a checkpoint must be loaded again because the file that its model was loaded from was written to. */
    boolean outdate(ServedCheckpoint checkpoint, WeightsFile file) {
        return switch (file.condition()) {
            // A writer may write the configuration after the weights.
            case UNTOUCHED ->
                rewritten.contains(checkpoint) && !checkpoint.version().isCurrent();
            case ELSEWHERE -> {
                if (announced.put(checkpoint, file) != file) {
                    LOG.log(
                            WARNING,
                            "checkpoint {0}: {1} was replaced or removed; what was loaded from it answers until it is"
                                    + " unloaded, the checkpoint is reloaded or the service restarts",
                            checkpoint,
                            file);
                }
                yield false;
            }
            case WRITTEN -> {
                LOG.log(
                        WARNING,
                        "checkpoint {0}: {1} was written to or cut off under the loaded model, which is dropped; the"
                                + " checkpoint is loaded again as soon as its files are whole",
                        checkpoint,
                        file);
                yield true;
            }
        };
    }

    /**
     * Throws while a file that was written to since it was last loaded may still be written to, because half of it may
     * be old.
     *
     * @throws org.decisionservice.engine.spi.EngineException BAD_MODEL
     */
    void requireStill(ServedCheckpoint checkpoint, WeightsFile file) {
        FileStamp now = file.loaded();
        FileStamp before = lastLoaded.get(checkpoint);
        if (before == null || !now.isOfSameFileAs(before)) {
            rewritten.remove(checkpoint);
        } else if (!now.equals(before)) {
            rewritten.add(checkpoint);
            Duration age = Duration.between(now.modified().toInstant(), clock.instant());
            if (!age.isNegative() && age.compareTo(STILL) < 0) {
                throw file.unusable(
                        "is being written to; it is loaded once nothing was written for " + STILL.toSeconds() + " s");
            }
        }
    }

    /** Returns the commit that the files belong to; empty if they have none, or if they were written to. */
    Optional<String> commit(CheckpointVersion version) {
        return rewritten.contains(version.served()) ? Optional.empty() : version.commit();
    }

    void loaded(ServedCheckpoint checkpoint, WeightsFile file) {
        lastLoaded.put(checkpoint, file.loaded());
    }
}
