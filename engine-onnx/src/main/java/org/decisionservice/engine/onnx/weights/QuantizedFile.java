// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.decisionservice.engine.kit.Weights;

/**
 * A temporary file of quantised weights, in a folder that prepared checkpoints are kept in. From a file the runtime can
 * read weights without holding them twice; it is deleted once the runtime has written them as it reads them fastest.
 */
public final class QuantizedFile implements AutoCloseable {
    private final Path path;

    private QuantizedFile(Path path) {
        this.path = path;
    }

    /** Creates an empty file in a folder, readable only by its owner. */
    public static QuantizedFile in(Path folder) throws IOException {
        return new QuantizedFile(
                Files.createTempFile(folder, "quantised-", ".int8").toRealPath());
    }

    public Path path() {
        return path;
    }

    /**
     * Quantises every matrix of the layout, on all processors.
     *
     * @throws IOException saying how much room is needed, if there is less
     */
    public void fill(QuantizedLayout layout, Weights weights, ChannelMeans means) throws IOException {
        requireRoom("int8", layout.size(), path.toFile().getUsableSpace());
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment target = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.size(), arena);
            layout.fill(target, weights, means);
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
