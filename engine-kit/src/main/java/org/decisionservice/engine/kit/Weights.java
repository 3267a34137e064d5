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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * The weights of a checkpoint, mapped read-only: nothing is copied until the values are requested. A file should not
 * shrink while it is open: if it does, reading the missing part throws an {@link InternalError} in Java, and in native
 * code it ends the process.
 */
public final class Weights implements AutoCloseable {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ModelWeights stored;
    private final Arena arena;
    private final Map<Path, Mapped> mapped;

    /** A file, with symbolic links resolved, and what is in it. */
    private record Mapped(Path real, MemorySegment content) {}

    private Weights(ModelWeights stored, Arena arena, Map<Path, Mapped> mapped) {
        this.stored = stored;
        this.arena = arena;
        this.mapped = mapped;
    }

    /**
     * Maps the files.
     *
     * @throws EngineException BAD_MODEL naming the file and what is wrong with it
     */
    public static Weights open(ModelWeights stored) {
        Arena arena = Arena.ofShared();
        try {
            Map<Path, Mapped> mapped = new HashMap<>();
            for (Path file : stored.files()) {
                mapped.put(file, map(file, arena));
            }
            Weights weights = new Weights(stored, arena, mapped);
            weights.requireWhole();
            return weights;
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** The files may have been cut off since their headers were read. */
    private void requireWhole() {
        for (TensorInfo tensor : stored.tensors().values()) {
            long size = mapped(tensor.file()).content().byteSize();
            if (tensor.offset() > size || tensor.byteSize() > size - tensor.offset()) {
                throw bad(tensor.file(), "is cut off: tensor '" + tensor.name() + "' lies outside the file");
            }
        }
    }

    private Mapped mapped(Path file) {
        return Objects.requireNonNull(mapped.get(file));
    }

    /** Messages use the name of a link, not the digest that a cache names its target by. */
    private static Mapped map(Path file, Arena arena) {
        try {
            Path real = file.toRealPath();
            try (FileChannel channel = FileChannel.open(real, StandardOpenOption.READ)) {
                return new Mapped(real, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
            }
        } catch (NoSuchFileException _) {
            throw bad(file, "there is no such file");
        } catch (IOException e) {
            throw bad(file, "cannot be read: " + e);
        }
    }

    private static EngineException bad(Path file, String what) {
        return new EngineException(BAD_MODEL, file.getFileName() + ": " + what);
    }

    /** The real file of a tensor, with symbolic links resolved. */
    public Path file(TensorInfo tensor) {
        return mapped(tensor.file()).real();
    }

    /** The root of the file system, which holds all files. */
    public Path root() {
        return Objects.requireNonNull(mapped(stored.files().getFirst()).real().getRoot());
    }

    public Collection<TensorInfo> tensors() {
        return stored.tensors().values();
    }

    /**
     * The tensor with that name and shape.
     *
     * @throws EngineException BAD_MODEL naming the tensor if it is missing, has another shape or is not of a
     *     floating-point type
     */
    public TensorInfo require(String name, long... shape) {
        TensorInfo tensor = stored.tensors().get(name);
        if (tensor == null) {
            throw bad(stored.file(), "tensor '" + name + "' is missing");
        }
        long[] actual = tensor.shape().stream().mapToLong(Long::longValue).toArray();
        if (!Arrays.equals(actual, shape)) {
            throw bad(
                    tensor.file(),
                    "tensor '" + name + "' has shape " + Arrays.toString(actual) + ", expected "
                            + Arrays.toString(shape));
        }
        if (!tensor.type().isWeight()) {
            throw bad(tensor.file(), "tensor '" + name + "' has type " + tensor.type() + ", expected F32, F16 or BF16");
        }
        return tensor;
    }

    /** The tensor's bytes as stored; valid until {@link #close}. */
    public MemorySegment segment(TensorInfo tensor) {
        return mapped(tensor.file()).content().asSlice(tensor.offset(), tensor.byteSize());
    }

    /** Releases the memory of everything read so far. Parts that are needed again are read from the file again. */
    public void unload() {
        mapped.values().forEach(file -> file.content().unload());
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
            default -> throw new IllegalArgumentException(tensor.name() + " holds no weights but " + tensor.type());
        }
        return values;
    }

    /** Unmaps the files. Idempotent. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
