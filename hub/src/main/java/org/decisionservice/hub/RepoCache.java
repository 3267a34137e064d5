// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One repository in the shared cache: {@code blobs/} by etag, {@code snapshots/<commit>/} with links to them,
 * {@code refs/} from branches and tags to commits, and a directory of locks next to all repositories.
 */
final class RepoCache {
    private final Path cache;
    private final String name;
    private final Path home;

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

    /** Links a complete blob to its path. The link is relative, so it stays valid if the whole cache is moved. */
    void link(String commit, String path, Etag etag) throws IOException {
        Path file = file(commit, path);
        if (Files.isRegularFile(file)) {
            return;
        }
        // A dangling link may be left after the cache was cleaned by hand.
        Files.deleteIfExists(file);
        try {
            Files.createSymbolicLink(file, file.resolveSibling("").relativize(blob(etag)));
        } catch (FileAlreadyExistsException _) {
            // Another process was faster, with the same content.
        } catch (UnsupportedOperationException _) {
            Files.copy(blob(etag), file);
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
