// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/**
 * Mutual exclusion with every process that writes the same blob. Python tools lock with {@code flock}, which Java's own
 * file locks do not see on Linux, so {@code flock} is called if the platform has it. The lock of a process that dies is
 * released.
 */
final class BlobLock implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BlobLock.class.getName());
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    private final Held held;

    private interface Held {
        void release() throws IOException;
    }

    private BlobLock(Held held) {
        this.held = held;
    }

    /** Waits for the lock on {@code file}, which is created if it is missing; its directory must exist. */
    static BlobLock acquire(Path file) throws IOException, InterruptedException {
        Optional<BlobLock> lock = tryAcquire(file);
        if (lock.isEmpty()) {
            LOG.log(INFO, "waiting for another download of the same file to finish ({0})", file);
        }
        while (lock.isEmpty()) {
            Thread.sleep(BETWEEN_TRIES);
            lock = tryAcquire(file);
        }
        return lock.get();
    }

    static Optional<BlobLock> tryAcquire(Path file) throws IOException {
        Optional<CLibrary> library = CLibrary.get();
        return library.isPresent() ? withFlock(library.get(), file) : withFileLock(file);
    }

    private static Optional<BlobLock> withFlock(CLibrary library, Path file) throws IOException {
        if (!Files.exists(file)) {
            create(file);
        }
        int descriptor = library.open(file.toString());
        if (descriptor < 0) {
            throw new IOException(file + " cannot be opened");
        }
        if (library.tryLock(descriptor)) {
            return Optional.of(new BlobLock(() -> library.close(descriptor)));
        }
        library.close(descriptor);
        return Optional.empty();
    }

    /** Creates the file writable for the group, as Python does, because users may share a cache. */
    private static void create(Path file) throws IOException {
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)
                .close();
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(PosixFilePermissions.fromString("rw-rw-r--"));
        }
    }

    private static Optional<BlobLock> withFileLock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new BlobLock(channel::close));
            }
        } catch (OverlappingFileLockException _) {
            // The lock is held by another thread of this process.
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        held.release();
    }
}
