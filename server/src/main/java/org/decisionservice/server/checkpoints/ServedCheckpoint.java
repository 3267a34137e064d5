// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.checkpoints;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.ExpectedDigests;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.decoding.Calibration;
import org.jspecify.annotations.Nullable;

/** A checkpoint and the names under which it answers. Compared by identity. */
public final class ServedCheckpoint {
    private static final System.Logger LOG = System.getLogger(ServedCheckpoint.class.getName());

    private final String variable;
    private final List<String> labels;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Origin origin;
    private final Optional<String> repo;
    private final ExpectedDigests digests;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Read read;
    private volatile Optional<Calibration> calibration = Optional.empty();

    /** The predecessor of {@link #read}; requests that were packed with it may still be in progress. */
    private @Nullable Read retired;

    /**
     * The checkpoint as read from its files.
     *
     * @param stamps of the files before they were read
     */
    private record Read(Checkpoint checkpoint, Origin.Files files, Map<String, FileStamp> stamps) {
        static Read of(Origin.Files files) {
            Map<String, FileStamp> stamps = CheckpointReader.stamps(files.directory());
            return new Read(CheckpointReader.read(files.directory()), files, stamps);
        }

        boolean isCurrent() {
            return stamps.equals(CheckpointReader.stamps(files.directory()));
        }
    }

    /**
     * @param variable the setting that decides where it comes from
     * @param labels its names in {@code /health}, at least one
     * @param repo its name in {@code routing.repo}; empty takes the name from its configuration
     */
    ServedCheckpoint(
            String variable, List<String> labels, Origin origin, Optional<String> repo, ExpectedDigests digests) {
        this.variable = variable;
        this.labels = List.copyOf(labels);
        this.origin = origin;
        this.repo = repo;
        this.digests = digests;
    }

    public List<String> labels() {
        return labels;
    }

    /** Notes that the configuration or a request asks for the checkpoint by this one of its names. */
    public void ask(CheckpointName name) {
        asked.add(name.wireName());
    }

    /** Notes that the configuration asks for it by all its names. */
    public void askForAll() {
        asked.addAll(labels);
    }

    /** The names that were asked for since the start; all names if none of them was. */
    public List<String> askedLabels() {
        List<String> names = labels.stream().filter(asked::contains).toList();
        return names.isEmpty() ? labels : names;
    }

    /** The setting that decides where the checkpoint comes from. */
    public String variable() {
        return variable;
    }

    /**
     * Checks the configuration and the header of the weights if they are on this machine. Nothing is fetched for it: a
     * checkpoint from the hub is checked when it is first needed.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     * @throws org.decisionservice.engine.spi.EngineException BAD_MODEL likewise, about the weights
     */
    public void check() {
        if (origin instanceof Origin.OnDisk(Path directory, boolean _)) {
            CheckpointReader.check(directory);
        }
    }

    /** Where the checkpoint comes from, for the operator. */
    public String origin() {
        return origin.toString();
    }

    /** Whether it is the bundled starter, which is English whatever name it answers under. */
    public boolean isStarter() {
        return origin instanceof Origin.OnDisk(Path _, boolean starter) && starter;
    }

    /**
     * Returns configuration and tokenizer. The first caller fetches and reads them while others wait; a failure is not
     * remembered. The result is another object once {@link #refresh()} has read them again.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     * @throws org.decisionservice.hub.HubException if the files cannot be fetched
     */
    public Checkpoint checkpoint() {
        return read().checkpoint();
    }

    /** How its logits become probabilities: as calibrated, or by its own numbers. */
    public Calibration calibration() {
        return calibration.orElseGet(() -> Calibration.of(checkpoint().config().temperatures()));
    }

    /** Calibrates the answers to requests that come from now on. */
    public void calibrate(Calibration now) {
        calibration = Optional.of(now);
    }

    /** Whether {@link #checkpoint()} returns at once. */
    public boolean isRead() {
        return read != null;
    }

    /** The commit of the hub that it was read from; empty for a directory. Reads the checkpoint first if necessary. */
    public Optional<String> commit() {
        return read().files().commit();
    }

    /** Whether its configuration and tokenizer still match its files. Reads them first if necessary. */
    public boolean isCurrent() {
        return read().isCurrent();
    }

    /**
     * Reads configuration and tokenizer again if their files have changed, and checks the weights against their
     * expected digest, if there is one. Call this before the weights are loaded, which may be much later.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     */
    public void refresh() {
        Read known = read();
        if (!known.isCurrent()) {
            reading.lock();
            try {
                digests.check(known.files().directory());
                replace(known, Read.of(known.files()));
            } finally {
                reading.unlock();
            }
            LOG.log(INFO, "checkpoint {0}: configuration and tokenizer have changed and are read again", this);
        }
        digests.checkWeights(known.files().directory());
    }

    private void replace(Read known, Read now) {
        Read old = retired;
        retired = known;
        read = now;
        warnOfTemperatures(now.checkpoint());
        if (old != null) {
            old.checkpoint().tokenizer().close();
        }
    }

    private Read read() {
        Read known = read;
        if (known != null) {
            return known;
        }
        reading.lock();
        try {
            known = read;
            if (known == null) {
                Origin.Files files = origin.files();
                digests.check(files.directory());
                known = Read.of(files);
                warnOfTemperatures(known.checkpoint());
                read = known;
            }
            return known;
        } finally {
            reading.unlock();
        }
    }

    /** The checkpoint's name in {@code routing.repo}; never a path of the host. */
    public String repo() {
        return repo.or(() -> checkpoint().config().modelName()).orElseGet(labels::getFirst);
    }

    private void warnOfTemperatures(Checkpoint checkpoint) {
        checkpoint
                .config()
                .temperatures()
                .replaced()
                .forEach(entry -> LOG.log(WARNING, "checkpoint {0}: {1}", this, entry));
    }

    @Override
    public String toString() {
        return String.join("/", labels);
    }
}
