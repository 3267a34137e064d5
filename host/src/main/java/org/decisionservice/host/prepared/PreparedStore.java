// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.text.RootCause;

/**
 * A directory of prepared checkpoints, which processes of one user may share. Nothing that goes wrong in it fails a
 * load: it is logged in one line, and the checkpoint is loaded as if there were no directory.
 */
public final class PreparedStore {
    private static final System.Logger LOG = System.getLogger(PreparedStore.class.getName());
    private static final Pattern MANIFEST =
            Pattern.compile("prepared/[0-9a-f]{12}-[a-z0-9]+-[0-9a-f]{12}/" + Pattern.quote(Manifest.NAME));
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final Path directory;
    private final long mostBytes;
    private final Duration patience;
    private final WeightsDigests digests;
    private final Trust trust;
    private final Map<Path, FileStamp> checked = new ConcurrentHashMap<>();
    private final AtomicBoolean tidied = new AtomicBoolean();

    /** @param settings nothing is read or written yet */
    public PreparedStore(Settings settings) {
        this(settings, Duration.ofMinutes(5));
    }

    /** @param patience how long to wait for another process that makes the same */
    PreparedStore(Settings settings, Duration patience) {
        this.directory = settings.directory().toAbsolutePath();
        this.mostBytes = settings.mostBytes();
        this.patience = patience;
        this.trust = new Trust(settings);
        Path records = directory.resolve("digests");
        // Nothing vouches for what is recorded of weights.
        this.digests = trust.isStrict()
                ? WeightsDigests.ofProcess()
                : WeightsDigests.keptIn(records, () -> trust.isOwn(records));
    }

    /**
     * The place of the store, and the part of it that is used.
     *
     * @param mostBytes size above which the folders that were not used for longest are removed
     * @param vouched SHA-256 of the manifests of those that are used, and of no others; empty if whatever fits is used
     */
    public record Settings(Path directory, long mostBytes, Optional<Set<String>> vouched) {
        public Settings {
            vouched = vouched.map(Set::copyOf);
        }

        /** Whatever fits is used. */
        public Settings(Path directory, long mostBytes) {
            this(directory, mostBytes, Optional.empty());
        }
    }

    /** Whether a path for which a digest is configured is of a manifest in a store, and not of a checkpoint's file. */
    public static boolean isManifest(String path) {
        return MANIFEST.matcher(path).matches();
    }

    /** The digests of weights, which are kept here too. */
    public WeightsDigests digests() {
        return digests;
    }

    /** Whether there is anything in this precision; if not, nothing needs to be identified. */
    public boolean mayHave(String precision) {
        if (!trust.isOwn()) {
            return false;
        }
        removeUnfinished();
        return folders().stream().anyMatch(folder -> name(folder).contains("-" + precision + "-"));
    }

    /** The prepared checkpoint that fits. If there is one that does not, a line of the log says why. */
    public Optional<PreparedCheckpoint> find(Identity identity) {
        if (!trust.isOwn()) {
            return Optional.empty();
        }
        removeUnfinished();
        Path folder = directory.resolve(identity.folder());
        try {
            PreparedCheckpoint found = PreparedCheckpoint.open(folder, identity, checked, trust);
            found.used();
            return Optional.of(found);
        } catch (NoSuchFileException e) {
            if (Files.exists(folder)) {
                unusable(folder, name(Path.of(e.getFile())) + " is missing");
            } else {
                explain(identity);
            }
        } catch (IOException e) {
            unusable(folder, RootCause.of(e));
        }
        return Optional.empty();
    }

    /** Says in one line that a folder is ignored; it is replaced by the next that is kept in its place. */
    public void unusable(PreparedCheckpoint checkpoint, String reason) {
        unusable(checkpoint.files().resolveSibling(""), reason);
    }

    private static void unusable(Path folder, String reason) {
        LOG.log(
                WARNING,
                "the prepared checkpoint in {0} is not used: {1}; the checkpoint is loaded without it",
                folder,
                reason);
    }

    /** Says why what there is of the same weights does not fit, so that nobody wonders where the seconds go. */
    private void explain(Identity identity) {
        for (Path folder : folders()) {
            if (name(folder).startsWith(identity.family())) {
                try {
                    Optional<String> difference =
                            identity.difference(Manifest.read(folder, trust).identity());
                    if (difference.isPresent()) {
                        LOG.log(
                                INFO,
                                "the prepared checkpoint in {0} is not used: {1}; the checkpoint is loaded without it",
                                folder,
                                difference.get());
                        return;
                    }
                } catch (IOException e) {
                    LOG.log(DEBUG, "{0}: {1}", folder, RootCause.of(e));
                }
            }
        }
    }

    /**
     * Begins to prepare a checkpoint. If another process prepares the same one, this waits until that is done, but not
     * for ever.
     *
     * @return empty if nothing can be written there, if there is what nothing vouches for, or if the other process
     *     takes too long
     */
    public Optional<Preparation> begin(Identity identity) {
        Path target = directory.resolve(identity.folder());
        try {
            if (!trust.isOwn() || !trust.mayReplace(target)) {
                return Optional.empty();
            }
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory);
                writableByOwner(directory);
            }
            Optional<FileChannel> lock = Preparation.lock(target);
            boolean waited = lock.isEmpty();
            if (waited) {
                LOG.log(INFO, "waiting for another process that prepares {0}", target);
                lock = lockInTime(target);
            }
            if (lock.isEmpty()) {
                LOG.log(
                        WARNING,
                        "another process has been preparing {0} for {1} s; this one goes on without it",
                        target,
                        patience.toSeconds());
                return Optional.empty();
            }
            return Optional.of(Preparation.begin(target, identity, lock.get(), waited));
        } catch (IOException e) {
            LOG.log(
                    WARNING,
                    "nothing is kept for the next start, because {0} cannot be written: {1}; name another directory in"
                            + " SERVICE_PREPARED, or off",
                    directory,
                    RootCause.of(e));
            return Optional.empty();
        }
    }

    private Optional<FileChannel> lockInTime(Path target) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        Optional<FileChannel> lock = Optional.empty();
        while (lock.isEmpty() && System.nanoTime() < end) {
            try {
                Thread.sleep(BETWEEN_TRIES);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
            lock = Preparation.lock(target);
        }
        return lock;
    }

    /** Keeps what was prepared, and makes room for it. */
    public void keep(Preparation preparation, SequencedMap<String, String> about) {
        try {
            Optional<Path> kept = preparation.keep(about);
            if (kept.isPresent()) {
                // Its checksums were just made from them.
                for (Path file : entries(kept.get().resolve(Preparation.FILES), Files::isRegularFile)) {
                    checked.put(file, FileStamp.of(file));
                }
                trust.made(kept.get());
                LOG.log(INFO, "kept for the next start: {0}, {1} MiB", kept.get(), size(kept.get()) >> 20);
                removeOthers(kept.get());
            }
        } catch (IOException e) {
            LOG.log(
                    WARNING,
                    "what was prepared is not kept for the next start, because {0} cannot be written: {1}",
                    directory,
                    RootCause.of(e));
        }
    }

    /** Removes those that were not used for longest, as long as all together are larger than they may be. */
    private void removeOthers(Path kept) throws IOException {
        List<Path> folders = new ArrayList<>(folders());
        folders.sort(Comparator.comparingLong(folder -> folder.toFile().lastModified()));
        long size = folders.stream().mapToLong(PreparedStore::size).sum();
        for (Path folder : folders) {
            if (size > mostBytes && !folder.equals(kept)) {
                Optional<FileChannel> lock = Preparation.lock(folder);
                if (lock.isPresent()) {
                    try (FileChannel _ = lock.get()) {
                        long freed = size(folder);
                        delete(folder);
                        size -= freed;
                        LOG.log(INFO, "removed {0}, {1} MiB, which was not used for longest", folder, freed >> 20);
                    }
                }
            }
        }
    }

    /** Removes what processes that were killed have left, whatever it was to become. Looks once. */
    private void removeUnfinished() {
        if (!tidied.compareAndSet(false, true)) {
            return;
        }
        for (Path folder : entries(directory, path -> name(path).endsWith(Preparation.UNFINISHED))) {
            try {
                Optional<FileChannel> lock = Preparation.lock(Preparation.target(folder));
                if (lock.isPresent()) {
                    try (FileChannel _ = lock.get()) {
                        long freed = size(folder);
                        delete(folder);
                        LOG.log(
                                INFO,
                                "removed {0}, {1} MiB, which was not finished by the process that began it",
                                folder,
                                freed >> 20);
                    }
                }
            } catch (IOException e) {
                LOG.log(DEBUG, "{0}: {1}", folder, RootCause.of(e));
            }
        }
    }

    /** All that are whole. */
    private List<Path> folders() {
        return entries(
                directory,
                path -> !name(path).endsWith(Preparation.UNFINISHED) && Files.exists(path.resolve(Preparation.FILES)));
    }

    /** None if the folder is not there. */
    private static List<Path> entries(Path folder, Predicate<Path> wanted) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(wanted).toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    /** Deletes a folder with all that is in it, if it is there. Files that a process has mapped stay in its memory. */
    static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(folder)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException _) {
            return;
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }

    /** The bytes of all files in a folder; 0 for one that is gone. */
    private static long size(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    /** Nobody else may put files there that this service would open. */
    static void writableByOwner(Path folder) throws IOException {
        permit(folder, "rwxr-xr-x");
    }

    static void permit(Path path, String permissions) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(PosixFilePermissions.fromString(permissions));
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
