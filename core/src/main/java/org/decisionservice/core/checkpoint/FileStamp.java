// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * How a file looks from outside: this changes when the file is written to and when another one takes its place.
 *
 * @param size in bytes
 * @param modified when it was last written to, as the file system tells
 * @param key what tells it from every other file; empty on file systems that have no such thing
 */
public record FileStamp(long size, FileTime modified, Optional<Object> key) {

    /** Looks at {@code file}, symbolic links followed. One system call. */
    public static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(
                attributes.size(), attributes.lastModifiedTime(), Optional.ofNullable(attributes.fileKey()));
    }

    /** Whether both are of one file, whatever it held when. Without keys, any file is taken for the same one. */
    public boolean isOfSameFileAs(FileStamp other) {
        return key.equals(other.key);
    }
}
