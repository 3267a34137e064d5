package org.decisionservice.server.checkpoints;

import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.ExpectedDigests;
import org.jspecify.annotations.Nullable;

/** A checkpoint and the names it answers under. Compared by identity. */
public final class ServedCheckpoint {
    private static final System.Logger LOG = System.getLogger(ServedCheckpoint.class.getName());

    private final List<String> labels;
    private final Origin origin;
    private final Optional<String> repo;
    private final ExpectedDigests digests;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Read read;

    private record Read(Checkpoint checkpoint, Origin.Files files) {}

    /**
     * @param labels what {@code /health} calls it, at least one
     * @param repo what {@code routing.repo} calls it; empty takes the name its maker gave it
     */
    ServedCheckpoint(List<String> labels, Origin origin, Optional<String> repo, ExpectedDigests digests) {
        this.labels = List.copyOf(labels);
        this.origin = origin;
        this.repo = repo;
        this.digests = digests;
    }

    public List<String> labels() {
        return labels;
    }

    /** Where it comes from, for the operator. */
    public String origin() {
        return origin.toString();
    }

    /**
     * Configuration and tokenizer, brought here and read by the first caller while others wait for it; a failure is not
     * remembered.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     * @throws org.decisionservice.server.hub.HubException where the files cannot be had
     */
    public Checkpoint checkpoint() {
        return read().checkpoint();
    }

    /** Whether {@link #checkpoint()} answers at once. */
    public boolean isRead() {
        return read != null;
    }

    /** The commit of the hub that it was read from; empty for a directory. Reads it first if need be. */
    public Optional<String> commit() {
        return read().files().commit();
    }

    /**
     * Checks the weights against their expected digest, if there is one; they may be loaded long after the rest was
     * read. Reads the rest first if need be.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException where they are not the ones that were meant
     */
    public void checkWeights() {
        digests.checkWeights(read().files().directory());
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
                known = new Read(CheckpointReader.read(files.directory()), files);
                warnOfTemperatures(known.checkpoint());
                read = known;
            }
            return known;
        } finally {
            reading.unlock();
        }
    }

    /** What {@code routing.repo} calls it: never a path of the host. */
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
