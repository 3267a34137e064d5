// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.decisionservice.engine.spi.EngineException.Kind.BAD_MODEL;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/**
 * A safetensors file, mapped read-only: nothing is copied until somebody asks for numbers. Every tensor's place was
 * checked against the file before the constructor returns. The file should not shrink while it is open: Java then
 * throws an {@link InternalError} where it reads what is lost, and native code ends the process.
 */
public final class Weights implements AutoCloseable {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final Path file;
    private final Map<String, TensorInfo> tensors;
    private final Arena arena;
    private final MemorySegment mapped;

    private Weights(String name, Path file, Map<String, TensorInfo> tensors, Arena arena, MemorySegment mapped) {
        this.name = name;
        this.file = file;
        this.tensors = tensors;
        this.arena = arena;
        this.mapped = mapped;
    }

    /**
     * Maps a file and reads its header.
     *
     * @param file may be a symbolic link; messages name it by the link's own name, not by a cache's digest
     * @throws EngineException BAD_MODEL naming the file and what is wrong with it
     */
    public static Weights open(Path file) {
        String name = file.getFileName().toString();
        Arena arena = Arena.ofShared();
        try {
            Path real = file.toRealPath();
            try (FileChannel channel = FileChannel.open(real, StandardOpenOption.READ)) {
                Map<String, TensorInfo> tensors = SafetensorsHeader.read(name, channel);
                MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
                return new Weights(name, real, tensors, arena, mapped);
            }
        } catch (NoSuchFileException e) {
            arena.close();
            throw new EngineException(BAD_MODEL, name + ": there is no such file", e);
        } catch (IOException e) {
            arena.close();
            throw new EngineException(BAD_MODEL, name + ": cannot be read: " + e, e);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** The real file, symbolic links resolved. */
    public Path file() {
        return file;
    }

    public Collection<TensorInfo> tensors() {
        return tensors.values();
    }

    /**
     * The tensor of that name and shape.
     *
     * @throws EngineException BAD_MODEL naming the tensor where it is missing, of another shape or no floating-point
     *     type
     */
    public TensorInfo require(String name, long... shape) {
        TensorInfo tensor = tensors.get(name);
        if (tensor == null) {
            throw new EngineException(BAD_MODEL, this.name + ": tensor '" + name + "' is missing");
        }
        long[] actual = tensor.shape().stream().mapToLong(Long::longValue).toArray();
        if (!Arrays.equals(actual, shape)) {
            throw new EngineException(
                    BAD_MODEL,
                    this.name + ": tensor '" + name + "' has shape " + Arrays.toString(actual) + ", expected "
                            + Arrays.toString(shape));
        }
        if (!tensor.type().isWeight()) {
            throw new EngineException(
                    BAD_MODEL,
                    this.name + ": tensor '" + name + "' has type " + tensor.type() + ", expected F32, F16 or BF16");
        }
        return tensor;
    }

    /** The tensor's bytes as they lie in the file; valid until {@link #close}. */
    public MemorySegment segment(TensorInfo tensor) {
        return mapped.asSlice(tensor.offset(), tensor.byteSize());
    }

    /** Takes no memory for what was read so far: it is read from the file again if it is wanted again. */
    public void unload() {
        mapped.unload();
    }

    /** A copy of the tensor as float32, row-major: [elements]. */
    public float[] toFloats(TensorInfo tensor) {
        float[] values = new float[Math.toIntExact(tensor.elements())];
        MemorySegment bytes = segment(tensor);
        switch (tensor.type()) {
            case F32 -> MemorySegment.copy(bytes, FLOAT, 0, values, 0, values.length);
            case F16 -> {
                for (int i = 0; i < values.length; i++) {
                    values[i] = Float.float16ToFloat(bytes.get(SHORT, 2L * i));
                }
            }
            case BF16 -> {
                for (int i = 0; i < values.length; i++) {
                    values[i] = Float.intBitsToFloat(bytes.get(SHORT, 2L * i) << 16);
                }
            }
            case F64, I64, I32, I16, I8, U64, U32, U16, U8, BOOL ->
                throw new IllegalArgumentException(tensor.name() + " holds no weights but " + tensor.type());
        }
        return values;
    }

    /** Unmaps the file. Idempotent. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
