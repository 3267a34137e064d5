// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi.folder;

import static java.lang.System.Logger.Level.WARNING;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A folder that native libraries are unpacked into and loaded from. Nobody but this process's user and root may write
 * it: it is one that is kept, or a fresh one, which is deleted when this is closed. A library that is loaded stays
 * loaded.
 */
public final class LibraryFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LibraryFolder.class.getName());
    private static final String FRESH = "decision-service-natives-";
    private static final String LOCK = "lock";

    /**
     * The fresh ones of this process: to close a second channel to a file releases all of the process's locks on it.
     */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Optional<FileChannel> lock;

    /** @param lock held as long as a fresh folder is in use; empty for one that is kept */
    private LibraryFolder(Path path, Optional<FileChannel> lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * The folder {@code kept}, created with what leads to it if need be; a fresh one if others may write it, anything
     * in it, or anything that leads to it, which a line of the log then says.
     *
     * @throws IOException if the folder cannot be created or looked at
     */
    public static LibraryFolder of(Path kept) throws IOException {
        Optional<String> others = Ownership.othersMayReplace(kept);
        if (others.isEmpty()) {
            Files.createDirectories(kept, ownOnly());
            others = othersMayReplaceAny(kept);
        }
        if (others.isEmpty()) {
            return new LibraryFolder(kept.toAbsolutePath(), Optional.empty());
        }
        LOG.log(
                WARNING,
                "no native library is loaded from {0}: {1}; it is unpacked at every start, until DJL_CACHE_DIR names a"
                        + " folder that only the user of this process may write",
                kept,
                others.get());
        return fresh();
    }

    private static Optional<String> othersMayReplaceAny(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(folder)) {
            all = paths.toList();
        }
        for (Path path : all) {
            Optional<String> others = Ownership.othersMayReplace(path);
            if (others.isPresent()) {
                return others;
            }
        }
        return Optional.empty();
    }

    /**
     * A new folder within the one for temporary files. Those of processes that were killed are deleted.
     *
     * @throws IOException if it cannot be created
     */
    public static synchronized LibraryFolder fresh() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        if (!Files.isDirectory(temporary)) {
            throw new NoSuchFileException(temporary.toString());
        }
        deleteLeftovers(temporary);
        while (true) {
            Path path = Files.createTempDirectory(temporary, FRESH);
            Optional<FileChannel> lock = lock(path, true);
            // Another process may have taken it for a leftover before it was locked.
            if (lock.isPresent() && Files.exists(path.resolve(LOCK))) {
                IN_USE.add(path);
                return new LibraryFolder(path, lock);
            }
        }
    }

    /**
     * Locks a folder until the channel is closed or the process ends; empty if another process has the lock.
     *
     * @param isNew whether this process has just made it. On a file system without locks it is used without one, and
     *     nobody takes it for a leftover, because nobody can lock it
     */
    private static Optional<FileChannel> lock(Path folder, boolean isNew) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    folder.resolve(LOCK),
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
        try {
            if (channel.tryLock() != null) {
                return Optional.of(channel);
            }
        } catch (IOException e) {
            if (isNew) {
                return Optional.of(channel);
            }
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    private static void deleteLeftovers(Path temporary) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, FRESH + "*")) {
            for (Path folder : folders) {
                try {
                    if (!IN_USE.contains(folder)
                            && Ownership.othersMayWrite(folder).isEmpty()) {
                        Optional<FileChannel> lock = lock(folder, false);
                        if (lock.isPresent()) {
                            delete(folder);
                            lock.get().close();
                        }
                    }
                } catch (IOException _) {
                    // Root's, or gone.
                }
            }
        }
    }

    /** The absolute path. */
    public Path path() {
        return path;
    }

    /** Whether it is deleted when this is closed. */
    public boolean isFresh() {
        return lock.isPresent();
    }

    /**
     * Puts a library into the folder, unless a file of that name is there. It appears only when it is whole.
     *
     * @param library empty if there is none to unpack
     * @return the file
     * @throws IOException if it is neither there nor can be unpacked
     */
    public Path put(String name, Optional<URL> library) throws IOException {
        Path file = path.resolve(name);
        if (!Files.isRegularFile(file)) {
            URL packed = library.orElseThrow(() -> new NoSuchFileException(file.toString()));
            Path beside = Files.createTempFile(path, name, ".part");
            try (InputStream bytes = packed.openStream()) {
                Files.copy(bytes, beside, StandardCopyOption.REPLACE_EXISTING);
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(beside);
            }
        }
        return file;
    }

    private static FileAttribute<?>[] ownOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            // Java deletes at exit what was named last first.
            all.map(Path::toFile).toList().reversed().stream()
                    .filter(file -> !file.delete())
                    .toList()
                    .reversed()
                    .forEach(File::deleteOnExit);
        } catch (IOException _) {
            // What is left is deleted by the next start.
        }
    }

    /** Deletes the folder if it is a fresh one. Idempotent. */
    @Override
    public void close() {
        if (lock.isPresent()) {
            delete(path);
            IN_USE.remove(path);
            try {
                lock.get().close();
            } catch (IOException _) {
                // The process's end releases it.
            }
        }
    }
}
