// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Routing;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.plan.PlannedCheckpoint;
import org.decisionservice.core.routing.Route;
import org.decisionservice.engine.spi.ModelWeights;
import org.jspecify.annotations.Nullable;

/**
 * The files of a served checkpoint as they were at one time: what a request is packed with, computed with and decoded
 * with. Other files are another version. A request holds its version until it is answered, so that neither the
 * tokenizer nor the model of a version that was replaced goes while somebody needs it. Compared by identity; safe for
 * any number of threads.
 */
public final class CheckpointVersion implements PlannedCheckpoint {
    private static final int MOST_NOTED = 100;

    private final ServedCheckpoint served;
    private final Checkpoint checkpoint;
    private final Origin.Files files;
    private final Map<String, FileStamp> stamps;
    private volatile Optional<Calibration> calibration = Optional.empty();
    private volatile @Nullable String weightsRevision;
    private final Set<String> noted = ConcurrentHashMap.newKeySet();

    /** The served checkpoint is one of the holders, from the reading until the version is superseded. */
    private int holders = 1;

    private CheckpointVersion(
            ServedCheckpoint served, Checkpoint checkpoint, Origin.Files files, Map<String, FileStamp> stamps) {
        this.served = served;
        this.checkpoint = checkpoint;
        this.files = files;
        this.stamps = stamps;
    }

    /** Reads {@code files}; throws as {@link CheckpointReader#read}. */
    static CheckpointVersion read(ServedCheckpoint served, Origin.Files files, TextReading texts) {
        // Taken first, so that a write while the files are read counts as a change.
        Map<String, FileStamp> stamps = CheckpointReader.stamps(files.directory());
        return new CheckpointVersion(served, CheckpointReader.read(files.directory(), texts), files, stamps);
    }

    public ServedCheckpoint served() {
        return served;
    }

    @Override
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    /** The source of its weights. */
    public ModelWeights weights() {
        return checkpoint.source().weights();
    }

    /** The commit of the hub that the files came from; empty for a directory. */
    public Optional<String> commit() {
        return files.commit();
    }

    Path directory() {
        return files.directory();
    }

    /** Whether its files are still the ones that were read. */
    public boolean isCurrent() {
        return stamps.equals(CheckpointReader.stamps(files.directory()));
    }

    /**
     * The revision of its weights, whatever they came with; read from the file by the first caller.
     *
     * @return empty if the files have changed before anybody asked
     * @throws java.io.UncheckedIOException if the file cannot be read
     */
    public Optional<String> weightsRevision() {
        String known = weightsRevision;
        if (known == null) {
            String read = WeightsDigest.revision(weights());
            if (!isCurrent()) {
                return Optional.empty();
            }
            weightsRevision = read;
            known = read;
        }
        return Optional.of(known);
    }

    /** As calibrated, or by its own numbers. */
    @Override
    public Calibration calibration() {
        return calibration.orElseGet(() -> Calibration.of(checkpoint.temperatures()));
    }

    /** Whether labels taught it anything. */
    public boolean isTaught() {
        return calibration.flatMap(Calibration::learned).isPresent();
    }

    @Override
    public Routing routing(Route route) {
        return new Routing(
                route.checkpoint(), served.repo(checkpoint), reason(route), route.detection(), route.workflow());
    }

    /** A client that is told {@code multilingual} would otherwise believe that its German was understood. */
    private String reason(Route route) {
        return !route.checkpoint().equals(CheckpointName.ENGLISH) && served.isStarter()
                ? route.reason() + "; no " + route.checkpoint()
                        + " checkpoint is installed, so the bundled English starter answered"
                : route.reason();
    }

    /** Sets how the logits of requests that are packed from now on become probabilities; empty for its own numbers. */
    public void calibrate(Optional<Calibration> now) {
        calibration = now;
        noted.clear();
    }

    /** Whether a wording is noted for the first time since the last calibration; after 100 of them none is. */
    public boolean notes(String wording) {
        return noted.size() < MOST_NOTED && noted.add(wording);
    }

    /** Keeps tokenizer and model; returns false if they are gone already. The caller releases what it holds. */
    public synchronized boolean hold() {
        if (holders == 0) {
            return false;
        }
        holders++;
        return true;
    }

    /** Ends one {@link #hold}. */
    public void release() {
        synchronized (this) {
            holders--;
            if (holders > 0) {
                return;
            }
        }
        checkpoint.tokenizer().close();
    }

    /** Whether anybody holds it. Once nobody does, nobody will again. */
    public synchronized boolean isHeld() {
        return holders > 0;
    }

    @Override
    public String toString() {
        return served + " in " + files.directory();
    }
}
