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

    /** Quantises every matrix of the layout; uses all processors. */
    public void fill(QuantizedLayout layout, Weights weights) throws IOException {
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment target = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.size(), arena);
            layout.matrices().parallelStream().forEach(matrix -> new MatrixQuantizer(matrix, weights).write(target));
        }
    }

    /** Deletes the file; what has it mapped keeps its contents. Idempotent. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
