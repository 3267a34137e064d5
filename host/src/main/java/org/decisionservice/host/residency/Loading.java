// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.gate.GatedModel;

/**
 * Loads versions of checkpoints, each from one set of files. Confined to the inference thread, except for
 * {@link #gate}.
 */
final class Loading {
    private static final System.Logger LOG = System.getLogger(Loading.class.getName());

    /** Attempts at a checkpoint whose files are replaced while it is loaded. */
    private static final int MOST_TRIES = 3;

    private final Function<ServedCheckpoint, Placement> placements;
    private final Changes changes;
    private final BooleanSupplier answering;

    /** @param answering whether somebody is answered by now, who shall not wait for the gate */
    Loading(Function<ServedCheckpoint, Placement> placements, Changes changes, BooleanSupplier answering) {
        this.placements = placements;
        this.changes = changes;
        this.answering = answering;
    }

    /**
     * Loads the version in force, or the one that its files are by now, which then comes into force.
     *
     * @param makeRoom run before the engine loads, and only if the files can be read: a checkpoint whose files are
     *     broken pushes nothing out
     */
    Resident load(ServedCheckpoint checkpoint, Device device, Runnable makeRoom) {
        Supplier<CheckpointVersion> refreshed = () -> {
            CheckpointVersion version = checkpoint.refresh();
            requireGated(version, device);
            makeRoom.run();
            return version;
        };
        int tries = MOST_TRIES;
        while (true) {
            ModelWeights weights = checkpoint.version().weights();
            Optional<FileStamp> before = stamp(weights);
            try {
                return load(weights, checkpoint, refreshed, device);
            } catch (EngineException | CheckpointException e) {
                tries--;
                Optional<FileStamp> now = stamp(weights);
                boolean replaced =
                        before.isPresent() && now.isPresent() && !now.get().isOfSameFileAs(before.get());
                // Files that were replaced meanwhile are whole; a file that is written to may not be.
                if (tries == 0 || !replaced) {
                    throw e;
                }
            }
        }
    }

    /** @throws UngatedException if {@link #gate} has to be called first, on another thread */
    void requireGated(CheckpointVersion version, Device device) {
        if (answering.getAsBoolean() && placements.apply(version.served()).isUngated(version.checkpoint(), device)) {
            throw new UngatedException(version);
        }
    }

    /**
     * Finds out in which precision a version serves on the CPU, so that it can be loaded. For any thread; one more
     * model is in memory meanwhile.
     */
    void gate(CheckpointVersion version) {
        try (WeightsFile file = WeightsFile.open(version.weights())) {
            // Read meanwhile, so that the load does not wait for it.
            var _ = placements.apply(version.served()).engine().digests().of(version.weights());
            model(version, file, Device.CPU).model().close();
        }
    }

    private static Optional<FileStamp> stamp(ModelWeights weights) {
        try {
            return Optional.of(FileStamp.of(weights.files()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Loads a version that is not in force. */
    Resident load(CheckpointVersion next, Device device) {
        Supplier<CheckpointVersion> verified = () -> {
            next.served().verify(next);
            requireGated(next, device);
            return next;
        };
        return load(next.weights(), next.served(), verified, device);
    }

    /** {@code version} is read or checked once every later change to the weights can be noticed. */
    private Resident load(
            ModelWeights weights, ServedCheckpoint checkpoint, Supplier<CheckpointVersion> version, Device device) {
        WeightsFile file = WeightsFile.open(weights);
        try {
            changes.requireStill(checkpoint, file);
            CheckpointVersion current = version.get();
            Resident resident = load(current, file, device);
            changes.loaded(checkpoint, file);
            return resident;
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private Resident load(CheckpointVersion version, WeightsFile file, Device device) {
        ServedCheckpoint checkpoint = version.served();
        Placement placement = placements.apply(checkpoint);
        CompletableFuture<String> revision = changes.commit(version)
                .map(CompletableFuture::completedFuture)
                .orElseGet(
                        () -> placement.engine().digests().of(version.weights()).thenApply(WeightsDigest::revision));
        long begun = System.nanoTime();
        LOG.log(INFO, "loading {0} {1} with {2}", checkpoint, checkpoint.origin(), placement.on(device));
        GatedModel gated = model(version, file, device);
        LoadedModel model = gated.model();
        try {
            Resident resident = new Resident(
                    version,
                    model,
                    ServedPrecision.of(gated),
                    revision.join(),
                    file,
                    placement.planner(version.checkpoint(), model));
            // The digest and the engine have each read the file separately, and others were read before it.
            requireUntouched(file);
            if (!version.isCurrent()) {
                throw file.changed("loaded");
            }
            LOG.log(
                    INFO,
                    "loaded {0} with {1} on {2} in {3}, weights {4}, after {5} s",
                    checkpoint,
                    placement.engineName(),
                    model.device(),
                    model.precision(),
                    resident.revision(),
                    String.format(Locale.ROOT, "%.1f", (System.nanoTime() - begun) / 1e9));
            return resident;
        } catch (RuntimeException e) {
            model.close();
            throw e;
        }
    }

    /** Loads the weights in {@code file}; the model owns the file from then on. */
    GatedModel model(CheckpointVersion version, WeightsFile file, Device device) {
        GatedModel gated;
        try {
            gated = placements.apply(version.served()).load(version.checkpoint(), device);
        } catch (InternalError e) {
            // Java throws this when it reads a mapped page that the file no longer has.
            requireUntouched(file);
            throw e;
        }
        LoadedModel watched = new WatchedModel(gated.model(), file);
        try {
            requireUntouched(file);
            return gated.with(watched);
        } catch (EngineException e) {
            watched.close();
            throw e;
        }
    }

    private static void requireUntouched(WeightsFile file) {
        if (file.condition() != WeightsFile.Condition.UNTOUCHED) {
            throw file.changed("loaded");
        }
    }
}
