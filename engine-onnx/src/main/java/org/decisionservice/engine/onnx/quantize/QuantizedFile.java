// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.decisionservice.engine.kit.Weights;

/**
 * A temporary file of quantised weights. From a file the runtime can read weights without holding them twice; the file
 * can be deleted once the session is open.
 */
public final class QuantizedFile implements AutoCloseable {
    private static final String PREFIX = "decision-service-";
    private static final String SUFFIX = ".int8";

    /** A load takes seconds, so an older file was left by a process that was killed. */
    private static final Duration LONGEST_LOAD = Duration.ofHours(1);

    private final Path path;

    private QuantizedFile(Path path) {
        this.path = path;
    }

    /**
     * Creates an empty file in the folder for temporary files, readable only by its owner, where nobody provides another
     * folder. It is deleted if the process is told to end, too. Files left there by killed processes are deleted.
     */
    public static QuantizedFile create() throws IOException {
        Path path = Files.createTempFile(PREFIX, SUFFIX).toRealPath();
        path.toFile().deleteOnExit();
        deleteAbandoned(path.resolveSibling(""));
        return new QuantizedFile(path);
    }

    /** Creates an empty file in a folder, readable only by its owner. */
    public static QuantizedFile in(Path folder) throws IOException {
        return new QuantizedFile(Files.createTempFile(folder, PREFIX, SUFFIX).toRealPath());
    }

    private static void deleteAbandoned(Path folder) throws IOException {
        Instant old = Instant.now().minus(LONGEST_LOAD);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                deleteIfOlder(file, old);
            }
        }
    }

    private static void deleteIfOlder(Path file, Instant old) {
        try {
            if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // The file is gone by now, or belongs to another user.
        }
    }

    public Path path() {
        return path;
    }

    /**
     * Quantises every matrix of the layout, on all processors.
     *
     * @throws IOException saying how much room is needed, if there is less
     */
    public void fill(QuantizedLayout layout, Weights weights, ChannelMeans means, WeightRange range)
            throws IOException {
        requireRoom("int8", layout.size(), path.toFile().getUsableSpace());
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment target = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.size(), arena);
            layout.matrices().parallelStream()
                    .forEach(matrix -> new MatrixQuantizer(matrix, weights, means, range).write(target));
        }
    }

    /**
     * Checks the room, because writing to a mapping without room ends in a fault without explanation. Both are in
     * bytes.
     */
    public static void requireRoom(String what, long needed, long room) throws IOException {
        if (room < needed) {
            throw new IOException(what + " needs " + mebibytes(needed)
                    + " MiB of files while it loads, and there is room for " + mebibytes(room) + " MiB");
        }
    }

    private static long mebibytes(long bytes) {
        return Math.ceilDiv(bytes, 1L << 20);
    }

    /** Deletes the file; existing mappings keep their contents. Idempotent. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
