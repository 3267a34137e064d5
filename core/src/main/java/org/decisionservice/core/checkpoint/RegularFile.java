// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Reads files that an operator has named, each once. Nothing but a regular file is opened, because a pipe, a socket or
 * a device may never deliver a byte or never end, and whoever reads it then waits for ever. No more is read than the
 * size that the system reports, which is 0 for the files of /proc: some of those never end either. Every kind of file
 * has a largest size, which is what its contents need and no more: a file that fills the heap ends the process.
 */
public final class RegularFile {
    /** Copies of a file that may be in memory at once while it is parsed. */
    private static final int COPIES = 6;

    /** The pointer that Git has in the place of a file whose contents were not fetched. */
    private static final String POINTER = "version https://git-lfs.github.com/spec/";

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private RegularFile() {}

    /**
     * Returns what the file holds. Follows symbolic links.
     *
     * @param most the largest size of this kind of file, in bytes
     * @throws FileSystemException whose reason completes the sentence "the file cannot be read: …"
     */
    public static byte[] bytes(Path file, int most) throws IOException {
        long size = require(file).size();
        if (size > most) {
            throw unusable(file, "it is larger than " + most + " bytes, which no file of its kind needs");
        }
        if (size > Runtime.getRuntime().maxMemory() / COPIES) {
            throw unusable(file, "it has " + size + " bytes, and Java's heap is too small for it; raise -Xmx");
        }
        byte[] content;
        try (InputStream in = Files.newInputStream(file)) {
            content = in.readNBytes((int) size);
        }
        requireContent(file, content);
        return content;
    }

    /**
     * Returns the text that a file holds, without the byte-order mark that some editors write before it.
     *
     * @throws CharacterCodingException if it is not UTF-8
     * @throws FileSystemException as {@link #bytes}
     */
    public static String text(Path file, int most) throws IOException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes(file, most)))
                .toString();
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    /**
     * Checks that a file begins with contents of its own, not with what Git LFS keeps in their place.
     *
     * @param parts of its contents, in order, from the first byte
     * @throws FileSystemException as {@link #bytes}
     */
    static void requireContent(Path file, byte[]... parts) throws FileSystemException {
        ByteArrayOutputStream begin = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            begin.write(part, 0, Math.min(part.length, POINTER.length()));
        }
        if (begin.toString(StandardCharsets.ISO_8859_1).startsWith(POINTER)) {
            throw unusable(
                    file,
                    "it is a pointer of Git LFS, whose contents were not fetched; run 'git lfs pull' in the repository"
                            + " that it came from");
        }
    }

    /**
     * Returns the attributes of a regular file, or of the one that a symbolic link leads to.
     *
     * @throws FileSystemException as {@link #bytes}
     */
    public static BasicFileAttributes require(Path file) throws IOException {
        Optional<String> hidden = hidden(file);
        if (hidden.isPresent()) {
            throw unusable(file, hidden.get());
        }
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no such file");
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw unusable(file, "it is not a regular file");
        }
        return attributes;
    }

    /**
     * Why nothing can be said of {@code path}, not even whether it is there; empty if it can be. Folders of a
     * container's host are often open to their owner alone, who sees what the service does not.
     */
    public static Optional<String> hidden(Path path) {
        if (Files.exists(path) || Files.notExists(path)) {
            return Optional.empty();
        }
        Path seen = path.toAbsolutePath();
        while (!Files.exists(seen) && seen.getParent() != null) {
            seen = seen.getParent();
        }
        return Optional.of(
                Files.isExecutable(seen) ? "it cannot be looked at" : "there is no permission to enter " + seen);
    }

    private static FileSystemException unusable(Path file, String reason) {
        return new FileSystemException(file.toString(), null, reason);
    }

    /** Why a file could not be read, for an operator who knows its name. */
    public static String reason(IOException e) {
        return switch (e) {
            case FileSystemException file when file.getReason() != null -> file.getReason();
            case AccessDeniedException _ -> "permission is denied";
            case CharacterCodingException _ -> "it is not UTF-8; save it as UTF-8";
            default -> "reading it failed";
        };
    }
}
