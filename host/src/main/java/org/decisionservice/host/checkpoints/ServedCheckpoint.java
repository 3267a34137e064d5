// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.ExpectedDigests;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.text.Printable;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.Fatal;
import org.decisionservice.hub.HubException;
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
    private final TextReading texts;
    private final ReentrantLock reading = new ReentrantLock();
    private final LoadRecord loads = new LoadRecord();
    private volatile @Nullable CheckpointVersion version;
    private volatile Function<CheckpointVersion, Optional<Calibration>> calibrator = _ -> Optional.empty();

    /**
     * @param variable the setting that decides where it comes from
     * @param labels its names in {@code /health}, at least one
     * @param repo its name in {@code routing.repo}; empty takes the name from its configuration
     * @param texts how the special tokens in clients' texts are read
     */
    ServedCheckpoint(
            String variable,
            List<String> labels,
            Origin origin,
            Optional<String> repo,
            ExpectedDigests digests,
            TextReading texts) {
        this.variable = variable;
        this.labels = List.copyOf(labels);
        this.origin = origin;
        this.repo = repo;
        this.digests = digests;
        this.texts = texts;
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
     */
    public void check() {
        if (origin instanceof Origin.OnDisk) {
            origin.check();
        }
    }

    /**
     * Checks that the checkpoint can be expected to load, and records it if not: that its files on this machine are
     * whole, or that the hub has it. Nothing is fetched.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException as {@link #check}
     * @throws org.decisionservice.hub.HubException if the hub does not answer or does not have it
     */
    public void expect() {
        try {
            origin.check();
            loads.succeeded();
        } catch (CheckpointException | HubException e) {
            loads.unexpected(e);
            throw e;
        }
    }

    /**
     * The exception that ends a start or a command which needs this checkpoint: one line that names it and its setting.
     */
    public ConfigurationException unusable(RuntimeException reason) {
        Fatal.checkMemory(reason);
        return ConfigurationException.of(
                variable() + ": checkpoint " + this + " " + origin + " cannot be loaded: "
                        + Printable.joinLines(String.valueOf(reason.getMessage()))
                        + (reason instanceof HubException
                                ? "; fix it, or name others in SERVICE_MODELS"
                                : "; fix it, or name another"),
                reason);
    }

    /** The record of its loads. */
    public LoadRecord loads() {
        return loads;
    }

    /** The place that the checkpoint comes from, for the operator. */
    public String origin() {
        return origin.toString();
    }

    /**
     * What answers depend on besides the weights, by file, without anything being fetched: of a directory the contents
     * of its configuration and tokenizer, of the hub the repository and the revision that is asked for.
     */
    public SequencedMap<String, String> contents() {
        return switch (origin) {
            case Origin.OnDisk(Path directory, boolean _) -> CheckpointReader.digests(directory);
            case Origin.FromHub hub -> new LinkedHashMap<>(Map.of("place", hub.toString()));
        };
    }

    /** Whether it is the bundled starter, which is English whatever name it answers under. */
    public boolean isStarter() {
        return origin instanceof Origin.OnDisk(Path _, boolean starter) && starter;
    }

    /**
     * Returns configuration and tokenizer of the version in force.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException as {@link #version}
     * @throws org.decisionservice.hub.HubException likewise
     */
    public Checkpoint checkpoint() {
        return version().checkpoint();
    }

    /**
     * Returns the version in force. The first caller fetches and reads it while others wait; a failure is not
     * remembered.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     * @throws org.decisionservice.hub.HubException if the files cannot be fetched
     */
    public CheckpointVersion version() {
        CheckpointVersion known = version;
        if (known != null) {
            return known;
        }
        reading.lock();
        try {
            known = version;
            if (known == null) {
                known = read(origin.files());
                install(known);
            }
            return known;
        } catch (CheckpointException | HubException | UncheckedIOException e) {
            loads.failed(e);
            throw e;
        } finally {
            reading.unlock();
        }
    }

    /** Returns the version in force, held until the caller releases it; throws as {@link #version}. */
    public CheckpointVersion hold() {
        while (true) {
            CheckpointVersion now = version();
            if (now.hold()) {
                return now;
            }
            // Superseded in between, so the next look finds another one.
            Thread.onSpinWait();
        }
    }

    /** Whether {@link #checkpoint()} returns at once. */
    public boolean isRead() {
        return version != null;
    }

    /**
     * Reads the files again, wherever they come from by now, without an effect on anybody: {@link #install} puts the
     * result in force, {@link CheckpointVersion#release} gives it up.
     *
     * @return empty if they are those of the version in force
     * @throws org.decisionservice.core.checkpoint.CheckpointException as {@link #version}
     * @throws org.decisionservice.hub.HubException likewise
     */
    public Optional<CheckpointVersion> readAgain() {
        Origin.Files files = origin.files();
        CheckpointVersion known = version;
        if (known != null && known.directory().equals(files.directory()) && known.isCurrent()) {
            return Optional.empty();
        }
        return Optional.of(read(files));
    }

    /**
     * Reads the files of the version in force again if they have changed, and checks the weights against their expected
     * digest, if there is one. Call this on the inference thread before weights are loaded, which may be much later.
     *
     * @return the version in force from now on
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     */
    public CheckpointVersion refresh() {
        CheckpointVersion known = version();
        if (!known.isCurrent()) {
            CheckpointVersion now = read(new Origin.Files(known.directory(), known.commit()));
            now.calibrate(calibrator.apply(now));
            install(now);
            LOG.log(INFO, "checkpoint {0}: its files have changed and are read again", this);
            return now;
        }
        verify(known);
        return known;
    }

    /** Checks the weights of a version against their expected digest, if there is one; throws as {@link #refresh}. */
    public void verify(CheckpointVersion of) {
        digests.checkWeights(of.directory());
    }

    /** Puts {@code next} in force for the requests that are packed from now on. */
    public void install(CheckpointVersion next) {
        CheckpointVersion known;
        reading.lock();
        try {
            known = version;
            version = next;
        } finally {
            reading.unlock();
        }
        if (known != null) {
            known.release();
        }
    }

    private CheckpointVersion read(Origin.Files files) {
        digests.check(files.directory());
        CheckpointVersion read = CheckpointVersion.read(this, files, texts);
        warnOfTemperatures(read.checkpoint());
        return read;
    }

    /**
     * Calibrates the answers to requests that are packed from now on.
     *
     * @param by the calibration for a version of this checkpoint; empty for its own numbers
     */
    public void calibrate(Function<CheckpointVersion, Optional<Calibration>> by) {
        calibrateFrom(by);
        CheckpointVersion now = version();
        now.calibrate(by.apply(now));
    }

    /** Calibrates the versions that {@link #refresh} finds from now on; the one in force stays as it is. */
    public void calibrateFrom(Function<CheckpointVersion, Optional<Calibration>> by) {
        calibrator = by;
    }

    /** The name of a version of it in {@code routing.repo}; never a path of the host. */
    public String repo(Checkpoint version) {
        return repo.or(version::modelName).orElseGet(labels::getFirst);
    }

    private void warnOfTemperatures(Checkpoint checkpoint) {
        checkpoint.temperatures().replaced().forEach(entry -> LOG.log(WARNING, "checkpoint {0}: {1}", this, entry));
    }

    @Override
    public String toString() {
        return String.join("/", labels);
    }
}
