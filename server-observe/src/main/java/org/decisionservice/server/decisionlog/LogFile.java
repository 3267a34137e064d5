// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file to which lines are appended. If it is moved away, as log rotation does, a new file is created under its name.
 * For one thread.
 */
final class LogFile implements AutoCloseable {
    /** The beginning of a line: only the log's own unfinished line is ever removed. */
    private static final byte[] BEGINNING = ("{\"" + DecisionLine.MARK + "\":").getBytes(StandardCharsets.US_ASCII);

    private static final int LONGEST_TAIL = 1 << 20;
    private static final Set<OpenOption> OPTIONS = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

    private final Path path;
    private FileChannel channel;
    /** Tells the open file from another of the same name; null if the system has no such key. */
    private @Nullable Object key;

    private LogFile(Path path) throws IOException {
        this.path = path;
        this.channel = open();
        this.key = keyNow();
    }

    /**
     * Opens {@code path}, or creates it for its owner alone.
     *
     * @throws IOException if it cannot be written, or is no regular file
     */
    static LogFile open(Path path) throws IOException {
        return new LogFile(path);
    }

    private FileChannel open() throws IOException {
        // Opening a pipe would wait for its reader.
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("it is not a regular file");
        }
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] owner = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        FileChannel opened = FileChannel.open(path, OPTIONS, owner);
        try {
            endLastLine(opened);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    /**
     * Removes an incomplete last line that a crash or a full disk left behind. Other text without a line break gets
     * one.
     */
    private void endLastLine(FileChannel opened) throws IOException {
        long size = opened.size();
        byte[] tail = new byte[(int) Math.min(size, LONGEST_TAIL)];
        if (tail.length == 0) {
            return;
        }
        try (RandomAccessFile reader = new RandomAccessFile(path.toFile(), "r")) {
            reader.seek(size - tail.length);
            reader.readFully(tail);
        }
        int begin = tail.length;
        while (begin > 0 && tail[begin - 1] != '\n') {
            begin--;
        }
        int length = tail.length - begin;
        if (length == 0) {
            return;
        }
        int compared = Math.min(length, BEGINNING.length);
        if (Arrays.equals(tail, begin, begin + compared, BEGINNING, 0, compared)) {
            opened.truncate(size - length);
        } else {
            opened.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
    }

    private @Nullable Object keyNow() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException _) {
            return null;
        }
    }

    /**
     * Begins a new file if the old one has another name by now or is gone. If a new one cannot be opened, the old one
     * stays in use.
     *
     * @throws IOException if it cannot be opened
     */
    void followName() throws IOException {
        Object now = keyNow();
        if (now != null && now.equals(key)) {
            return;
        }
        FileChannel next = open();
        channel.close();
        channel = next;
        key = keyNow();
    }

    /**
     * Adds whole lines, all of them or none: what a full disk has taken of them is removed again, unless somebody else
     * has written behind it.
     */
    void append(byte[] lines) throws IOException {
        long before = channel.size();
        ByteBuffer rest = ByteBuffer.wrap(lines);
        try {
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (IOException e) {
            if (channel.size() == before + rest.position()) {
                channel.truncate(before);
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public String toString() {
        return Objects.toString(path.getFileName());
    }
}
