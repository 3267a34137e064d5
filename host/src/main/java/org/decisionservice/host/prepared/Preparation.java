// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A prepared checkpoint that is being written. No other process and no other thread writes the same one meanwhile. What
 * is not kept is gone when this is closed.
 */
public final class Preparation implements AutoCloseable {
    /** The folder of the engine's files, within the folder of a prepared checkpoint. */
    static final String FILES = "files";

    /** The end of the name of a folder that is not whole. */
    static final String UNFINISHED = ".unfinished";

    private static final String LOCK = ".lock";

    private final Path folder;
    private final Path target;
    private final Identity identity;
    private final FileChannel lock;
    private final boolean waited;
    private boolean abandoned;

    private Preparation(Path folder, Path target, Identity identity, FileChannel lock, boolean waited) {
        this.folder = folder;
        this.target = target;
        this.identity = identity;
        this.lock = lock;
        this.waited = waited;
    }

    /**
     * Begins under a lock, which is released with what is returned, or if this fails.
     *
     * @param waited whether another one had the lock first
     */
    static Preparation begin(Path target, Identity identity, FileChannel lock, boolean waited) throws IOException {
        try {
            Path folder = target.resolveSibling(target.getFileName() + UNFINISHED);
            // Whoever had the lock may have been killed since this process began.
            PreparedStore.delete(folder);
            Files.createDirectory(folder);
            PreparedStore.writableByOwner(folder);
            Files.createDirectory(folder.resolve(FILES));
            return new Preparation(folder, target, identity, lock, waited);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /** The folder that an unfinished one was to become. */
    static Path target(Path unfinished) {
        String name = String.valueOf(unfinished.getFileName());
        return unfinished.resolveSibling(name.substring(0, name.length() - UNFINISHED.length()));
    }

    /**
     * Locks a folder of the store until the channel is closed, or the process ends. The empty file of the lock stays:
     * two processes might otherwise lock two files of the same name.
     *
     * @return empty if another process or thread has the lock
     */
    static Optional<FileChannel> lock(Path target) throws IOException {
        Path file = target.resolveSibling(target.getFileName() + LOCK);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            if (channel.tryLock() != null) {
                return Optional.of(channel);
            }
        } catch (OverlappingFileLockException _) {
            // Another thread of this process has it.
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    /** The folder for the engine's files, empty. It is renamed when the checkpoint is kept. */
    public Path files() {
        return folder.resolve(FILES);
    }

    /** Whether another one had the lock first, who may have made the same. */
    public boolean waited() {
        return waited;
    }

    /** Deletes the files so far, none of which could be written as they should be; nothing is kept. */
    public void abandon() {
        clear();
        abandoned = true;
    }

    /** Deletes the files so far, for another try. */
    public void clear() {
        try {
            PreparedStore.delete(files());
            Files.createDirectory(files());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes the folder a prepared checkpoint, in the place of one that does not fit. Does nothing if it was abandoned.
     *
     * @param about what was found out
     * @return the folder
     * @throws IOException if there is too little room; nothing has changed then
     */
    Optional<Path> keep(SequencedMap<String, String> about) throws IOException {
        if (abandoned) {
            return Optional.empty();
        }
        Manifest.of(identity, about, files()).write(folder);
        PreparedStore.delete(target);
        Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
        return Optional.of(target);
    }

    @Override
    public void close() {
        try (lock) {
            PreparedStore.delete(folder);
        } catch (IOException _) {
            // Whoever has the lock next deletes it.
        }
    }
}
