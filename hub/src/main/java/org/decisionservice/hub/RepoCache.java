// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * One repository in the shared cache: {@code blobs/} by etag, {@code snapshots/<commit>/} with links to them,
 * {@code refs/} from branches and tags to commits, and a directory of locks next to all repositories.
 */
final class RepoCache {
    private static final System.Logger LOG = System.getLogger(RepoCache.class.getName());

    private final Path cache;
    private final String name;
    private final Path home;
    private final AtomicBoolean linkless = new AtomicBoolean();

    RepoCache(Path cache, String repo) {
        this.cache = cache;
        this.name = "models--" + repo.replace("/", "--");
        this.home = cache.resolve(name);
    }

    Path home() {
        return home;
    }

    Path blob(Etag etag) {
        return home.resolve("blobs", etag.text());
    }

    /** The file that a blob is downloaded to until it is complete. */
    Path incomplete(Etag etag) {
        return home.resolve("blobs", etag + ".incomplete");
    }

    /** A file beside the blobs that nobody else writes. */
    Path temporary(Etag etag) {
        String some = UUID.randomUUID().toString().substring(0, 8);
        return home.resolve("blobs", etag + "." + some + ".incomplete");
    }

    /** The lock file of a blob. Every process that writes the blob, in any language, holds a lock on it. */
    Path lock(Etag etag) {
        return cache.resolve(".locks").resolve(name, etag + ".lock");
    }

    /** The file of a repository path at a commit. */
    Path file(String commit, String path) {
        return home.resolve("snapshots", commit).resolve(path);
    }

    boolean has(String commit, String path) {
        return Files.isRegularFile(file(commit, path));
    }

    /** The checkpoint at {@code commit}, if none of its required files is missing. */
    Optional<Snapshot> snapshot(RepoFolder place, String commit) {
        List<String> required =
                CheckpointFiles.required(names(file(commit, place.folder().orElse(""))));
        return required.stream().allMatch(file -> has(commit, place.path(file)))
                ? Optional.of(new Snapshot(file(commit, place.folder().orElse("")), commit))
                : Optional.empty();
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    /** The commit that {@code revision} referred to when it was last requested. */
    Optional<String> commit(String revision) {
        if (HubApi.isCommit(revision)) {
            return Optional.of(revision);
        }
        try {
            if (!Files.isRegularFile(ref(revision))) {
                return Optional.empty();
            }
            return Optional.of(Files.readString(ref(revision)).strip()).filter(HubApi::isCommit);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Stores the commit that {@code revision} refers to now. A cache that cannot be written is left unchanged. */
    void remember(String revision, String commit) {
        if (commit(revision).filter(commit::equals).isPresent()) {
            return;
        }
        Path ref = ref(revision);
        try {
            Files.createDirectories(ref.resolveSibling(""));
            // Files made by createTempFile are readable only by their owner, but other users share this cache.
            Path temporary = ref.resolveSibling(ref.getFileName() + "." + UUID.randomUUID() + ".tmp");
            Files.writeString(temporary, commit);
            move(temporary, ref);
        } catch (IOException _) {
            // Only a later start without the hub would have needed it.
        }
    }

    private Path ref(String revision) {
        return home.resolve("refs").resolve(revision);
    }

    /** Creates the directories that a file needs. */
    void prepare(String commit, String path, Etag etag) throws IOException {
        for (Path file : List.of(blob(etag), lock(etag), file(commit, path))) {
            Files.createDirectories(file.resolveSibling(""));
        }
    }

    /**
     * Puts a complete download in its place: it becomes the blob, with a link to it at its path. Where links are
     * refused it becomes the file itself, as Python has it, so that no file is there twice.
     */
    void store(Path complete, String commit, String path, Etag etag) throws IOException {
        Path link = temporary(etag);
        try {
            if (isLinked(link, file(commit, path), etag)) {
                move(complete, blob(etag));
                move(link, file(commit, path));
            } else {
                move(complete, file(commit, path));
            }
        } finally {
            Files.deleteIfExists(link);
        }
    }

    /** Links a blob that is there to its path, or copies it there where links are refused. */
    void link(String commit, String path, Etag etag) throws IOException {
        if (has(commit, path)) {
            return;
        }
        Path file = file(commit, path);
        Path link = temporary(etag);
        try {
            if (!isLinked(link, file, etag)) {
                Files.copy(blob(etag), link);
            }
            // Replaces a link that leads nowhere, which is left if the cache was cleaned by hand.
            move(link, file);
        } finally {
            Files.deleteIfExists(link);
        }
    }

    /**
     * Makes {@code link} lead to the blob once it is moved to {@code file}; false if the file system has no links. The
     * link is relative, so it stays valid if the whole cache is moved.
     */
    private boolean isLinked(Path link, Path file, Etag etag) {
        try {
            Files.createSymbolicLink(link, file.resolveSibling("").relativize(blob(etag)));
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            if (!linkless.getAndSet(true)) {
                LOG.log(
                        WARNING,
                        "{0} takes no symbolic links ({1}), so files that several commits share are kept once for each",
                        home,
                        e instanceof FileSystemException refused ? refused.getReason() : "there are none");
            }
            return false;
        }
    }

    /** Gives a file its final name, atomically if possible. */
    static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
