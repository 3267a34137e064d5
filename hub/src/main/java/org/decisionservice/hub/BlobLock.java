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
 * released. A file system may have no locks; then nobody is excluded, and {@link #missing()} says why.
 */
final class BlobLock implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BlobLock.class.getName());
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    private final Held held;
    private final Optional<String> missing;

    private interface Held {
        void release() throws IOException;
    }

    private BlobLock(Held held, Optional<String> missing) {
        this.held = held;
        this.missing = missing;
    }

    /** Waits for the lock on {@code file}, which is created if it is missing; its directory must exist. */
    static BlobLock acquire(Path file) throws InterruptedException {
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

    /** Returns empty if another process or thread has the lock. */
    static Optional<BlobLock> tryAcquire(Path file) {
        try {
            Optional<CLibrary> library = CLibrary.get();
            Optional<Held> held = library.isPresent() ? withFlock(library.get(), file) : withFileLock(file);
            return held.map(lock -> new BlobLock(lock, Optional.empty()));
        } catch (IOException e) {
            return Optional.of(new BlobLock(() -> {}, Optional.of(String.valueOf(e.getMessage()))));
        }
    }

    /** Why no other process is excluded; empty if all are. */
    Optional<String> missing() {
        return missing;
    }

    private static Optional<Held> withFlock(CLibrary library, Path file) throws IOException {
        if (!Files.exists(file)) {
            create(file);
        }
        int descriptor = library.open(file.toString());
        if (descriptor < 0) {
            throw new IOException(file + " cannot be opened");
        }
        int error = library.tryLock(descriptor);
        if (error == 0) {
            return Optional.of(() -> library.close(descriptor));
        }
        library.close(descriptor);
        if (error == CLibrary.WOULD_BLOCK) {
            return Optional.empty();
        }
        throw new IOException(file + ": " + library.reason(error));
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

    private static Optional<Held> withFileLock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(channel::close);
            }
        } catch (OverlappingFileLockException _) {
            // The lock is held by another thread of this process.
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        held.release();
    }
}
