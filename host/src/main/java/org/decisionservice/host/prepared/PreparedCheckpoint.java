// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.core.checkpoint.FileStamp;

/** A folder of the store that fits and whose files have the sizes that they were written with. */
public final class PreparedCheckpoint {
    /** Files up to this size are read before they are used; larger ones meanwhile. */
    private static final long SMALL = 8 << 20;

    private final Path folder;
    private final Manifest manifest;
    private final Map<Path, FileStamp> checked;
    private final boolean digested;

    private PreparedCheckpoint(Path folder, Manifest manifest, Map<Path, FileStamp> checked, boolean digested) {
        this.folder = folder;
        this.manifest = manifest;
        this.checked = checked;
        this.digested = digested;
    }

    /**
     * Opens a folder.
     *
     * @param checked large files that this process has read to the end, and what they looked like; for any thread
     * @param trust what of the store is relied on; the files then have the SHA-256 that the manifest names
     * @throws IOException saying what is wrong with the folder, as a clause that follows on its name
     */
    static PreparedCheckpoint open(Path folder, Identity identity, Map<Path, FileStamp> checked, Trust trust)
            throws IOException {
        Manifest manifest = Manifest.read(folder, trust);
        Optional<String> difference = identity.difference(manifest.identity());
        if (difference.isPresent()) {
            throw new IOException(difference.get());
        }
        PreparedCheckpoint found = new PreparedCheckpoint(folder, manifest, checked, trust.isStrict());
        for (Map.Entry<String, String> file : manifest.files().entrySet()) {
            Path path = found.file(file.getKey());
            Manifest.requireOwn(path);
            long bytes = Files.size(path);
            if (!file.getValue().startsWith(Manifest.size(bytes))) {
                throw new IOException(file.getKey() + " was cut off or written to");
            }
            if (bytes <= SMALL) {
                found.requireSame(path, file.getValue());
            }
        }
        return found;
    }

    private Path file(String name) throws IOException {
        Path path = files().resolve(name);
        if (!files().equals(path.getParent())) {
            throw new IOException("its manifest names a file elsewhere");
        }
        return path;
    }

    private void requireSame(Path file, String sum) throws IOException {
        if (!sum.startsWith(Manifest.sum(file, digested))) {
            throw new IOException(file.getFileName() + " holds other bytes than were written");
        }
    }

    /**
     * Reads the large files to the end, on a thread of its own, unless this process has and they are unchanged; fails
     * with what is wrong, as {@link #open} says it.
     */
    public CompletableFuture<Void> check() {
        CompletableFuture<Void> whole = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("prepared-check").start(() -> {
            try {
                for (Map.Entry<String, String> file : manifest.files().entrySet()) {
                    Path path = file(file.getKey());
                    FileStamp now = FileStamp.of(path);
                    if (now.size() > SMALL && !now.equals(checked.get(path))) {
                        requireSame(path, file.getValue());
                        checked.put(path, now);
                    }
                }
                whole.complete(null);
            } catch (IOException | RuntimeException e) {
                whole.completeExceptionally(e);
            }
        });
        return whole;
    }

    /** The folder of the engine's files; it has none if the engine left none. */
    public Path files() {
        return folder.resolve(Preparation.FILES);
    }

    /** Whether the engine left any. */
    public boolean hasFiles() {
        return !manifest.files().isEmpty();
    }

    /** What was found out. */
    public SequencedMap<String, String> about() {
        return Collections.unmodifiableSequencedMap(manifest.about());
    }

    /** Notes that it was used now, for whoever removes what is not. */
    public void used() {
        try {
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
        } catch (IOException _) {
            // The folder is another user's, or cannot be written; then nobody removes it either.
        }
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
