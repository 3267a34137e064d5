package org.decisionservice.engine.onnx.quantize;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.decisionservice.engine.spi.Weights;

/**
 * A temporary file of quantised weights. The runtime reads weights out of files without holding them twice; once its
 * session is open, this one can go.
 */
public final class QuantizedFile implements AutoCloseable {
    private final Path path;

    private QuantizedFile(Path path) {
        this.path = path;
    }

    /** An empty file, for nobody else to read, in the folder for temporary files. */
    public static QuantizedFile create() throws IOException {
        return new QuantizedFile(
                Files.createTempFile("decision-service-", ".int8").toRealPath());
    }

    public Path path() {
        return path;
    }

    /**
     * Quantises every matrix of the layout; uses all processors.
     *
     * @throws IOException saying how much room there has to be, where there is less
     */
    public void fill(QuantizedLayout layout, Weights weights) throws IOException {
        // Without room, writing to the mapping would end in a fault that says nothing.
        long room = Files.getFileStore(path).getUsableSpace();
        if (room < layout.size()) {
            throw new IOException("int8 needs " + mebibytes(layout.size())
                    + " MiB of temporary files while it loads, and there is room for " + mebibytes(room) + " MiB");
        }
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment target = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.size(), arena);
            layout.matrices().parallelStream().forEach(matrix -> new MatrixQuantizer(matrix, weights).write(target));
        }
    }

    private static long mebibytes(long bytes) {
        return Math.ceilDiv(bytes, 1L << 20);
    }

    /** Deletes the file; what has it mapped keeps its contents. Idempotent. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
