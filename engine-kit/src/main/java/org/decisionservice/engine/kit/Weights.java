// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

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
import org.decisionservice.engine.spi.EngineException;

/**
 * A safetensors file, mapped read-only: nothing is copied until the values are requested. The constructor checks every
 * tensor's location against the file. The file should not shrink while it is open: if it does, reading the missing part
 * throws an {@link InternalError} in Java, and in native code it ends the process.
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
     * @param file may be a symbolic link; messages use the name of the link, not the digest that a cache names its
     *     target by
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

    /** The real file, with symbolic links resolved. */
    public Path file() {
        return file;
    }

    public Collection<TensorInfo> tensors() {
        return tensors.values();
    }

    /**
     * The tensor with that name and shape.
     *
     * @throws EngineException BAD_MODEL naming the tensor if it is missing, has another shape or is not of a
     *     floating-point type
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

    /** The tensor's bytes as stored in the file; valid until {@link #close}. */
    public MemorySegment segment(TensorInfo tensor) {
        return mapped.asSlice(tensor.offset(), tensor.byteSize());
    }

    /** Releases the memory of everything read so far. Parts that are needed again are read from the file again. */
    public void unload() {
        mapped.unload();
    }

    /** Releases the memory of one tensor, as {@link #unload()} does of all. */
    public void unload(TensorInfo tensor) {
        segment(tensor).unload();
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
