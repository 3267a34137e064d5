// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Attributes of a file, or of several together, that change when it is written to or replaced.
 *
 * @param size in bytes
 * @param modified when it was last written to, according to the file system; of several files the latest
 * @param key what distinguishes it from every other file; empty on file systems without such a key
 * @param parts of several files that of each; none of one file
 */
public record FileStamp(long size, FileTime modified, Optional<Object> key, List<FileStamp> parts) {
    public FileStamp {
        parts = List.copyOf(parts);
    }

    /** Reads the attributes of {@code file}, following symbolic links. One system call. */
    public static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(
                attributes.size(), attributes.lastModifiedTime(), Optional.ofNullable(attributes.fileKey()), List.of());
    }

    /** The attributes of several files together. */
    public static FileStamp of(List<Path> files) throws IOException {
        List<FileStamp> parts = new ArrayList<>();
        for (Path file : files) {
            parts.add(of(file));
        }
        return parts.size() == 1
                ? parts.getFirst()
                : new FileStamp(
                        parts.stream().mapToLong(FileStamp::size).sum(),
                        parts.stream()
                                .map(FileStamp::modified)
                                .max(Comparator.naturalOrder())
                                .orElseThrow(),
                        Optional.of(parts.stream().map(FileStamp::key).toList()),
                        parts);
    }

    /**
     * Whether both are of the same file, even if its content changed. Without keys, any two files count as the same.
     */
    public boolean isOfSameFileAs(FileStamp other) {
        return key.equals(other.key);
    }
}
