package org.decisionservice.server.checkpoints;

import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.jspecify.annotations.Nullable;

/** A checkpoint directory and the names it answers under. Compared by identity. */
public final class ServedCheckpoint {
    private static final System.Logger LOG = System.getLogger(ServedCheckpoint.class.getName());

    private final List<String> labels;
    private final Path directory;
    private final Optional<String> repo;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Checkpoint read;

    /**
     * @param labels what {@code /health} calls it, at least one
     * @param repo what {@code routing.repo} calls it; empty takes the name its maker gave it
     */
    ServedCheckpoint(List<String> labels, Path directory, Optional<String> repo) {
        this.labels = List.copyOf(labels);
        this.directory = directory;
        this.repo = repo;
    }

    public List<String> labels() {
        return labels;
    }

    public Path directory() {
        return directory;
    }

    /**
     * Configuration and tokenizer, read by the first caller while others wait for it; a failure is not remembered.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException naming the file and what is wrong with it
     */
    public Checkpoint checkpoint() {
        Checkpoint known = read;
        if (known != null) {
            return known;
        }
        reading.lock();
        try {
            known = read;
            if (known == null) {
                known = CheckpointReader.read(directory);
                warnOfTemperatures(known);
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
