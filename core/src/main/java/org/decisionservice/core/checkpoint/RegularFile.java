// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Reads files that an operator has named. Nothing but a regular file is opened, because a pipe, a socket or a device may
 * never deliver a byte or never end, and whoever reads it then waits for ever. No more is read than the size that the
 * system reports, which is 0 for the files of /proc: some of those never end either.
 */
public final class RegularFile {
    /** More than any file that is read as a whole. */
    private static final int LARGEST = 256 << 20;

    private RegularFile() {}

    /** Returns what a file of at most 256 MiB holds, as {@link #bytes(Path, int)} does. */
    public static byte[] bytes(Path file) throws IOException {
        return bytes(file, LARGEST);
    }

    /**
     * Returns what the file holds. Follows symbolic links.
     *
     * @param most the largest size in bytes
     * @throws FileSystemException whose reason completes the sentence "the file cannot be read: …"
     */
    public static byte[] bytes(Path file, int most) throws IOException {
        long size = require(file).size();
        if (size > most) {
            throw new FileSystemException(file.toString(), null, "it is larger than " + most + " bytes");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes((int) size);
        }
    }

    /**
     * Returns the attributes of a regular file, or of the one that a symbolic link leads to.
     *
     * @throws FileSystemException as {@link #bytes(Path, int)}
     */
    public static BasicFileAttributes require(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no such file");
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "it is not a regular file");
        }
        return attributes;
    }

    /** Why a file could not be read, for an operator who knows its name. */
    public static String reason(IOException e) {
        return e instanceof FileSystemException file && file.getReason() != null
                ? file.getReason()
                : e instanceof AccessDeniedException ? "permission is denied" : "reading it failed";
    }
}
