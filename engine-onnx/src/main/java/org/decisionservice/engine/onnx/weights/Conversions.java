// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.engine.kit.NativeHeap;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/** Weights in 16 bits, made of those that a file has in another type. Asked for first, then filled. */
public final class Conversions implements WeightsInMemory {
    /** Where a page begins, whatever its size is. */
    private static final long ALIGNMENT = 1 << 16;

    /** A bit of every bfloat16 that is no number, whichever of the lost ones said so. */
    private static final int QUIET = 1 << 6;

    /** Almost half a step of a bfloat16, as bits of a float. */
    private static final int HALF = 0x7FFF;

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final SequencedMap<String, Location> wanted = new LinkedHashMap<>();
    private final Map<String, OnnxTensor> byName = new HashMap<>();
    private final Arena arena = Arena.ofShared();
    private MemorySegment memory = MemorySegment.NULL;
    private long size;

    /** @param offset in memory, in bytes */
    private record Location(TensorInfo tensor, DataType type, long offset) {
        long bytes() {
            return type.bytes() * tensor.elements();
        }
    }

    /**
     * Asks for a weight.
     *
     * @param type F16 or BF16
     * @return its name among the converted ones
     */
    public String want(TensorInfo tensor, DataType type) {
        String name = name(tensor, type);
        if (!wanted.containsKey(name)) {
            Location place = new Location(tensor, type, size);
            wanted.put(name, place);
            size = Math.ceilDiv(size + place.bytes(), ALIGNMENT) * ALIGNMENT;
        }
        return name;
    }

    /** The name of a weight that is converted. */
    public static String name(TensorInfo tensor, DataType type) {
        return tensor.name() + "." + type;
    }

    /** Converts all that was asked for, on all processors. Called once. */
    public void fill(Weights weights) throws OrtException {
        memory = arena.allocate(Math.max(1, size), ALIGNMENT);
        wanted.values().parallelStream().forEach(place -> {
            convert(weights, place.tensor(), place.type(), memory.asSlice(place.offset(), place.bytes()));
            weights.unload(place.tensor());
        });
        for (Map.Entry<String, Location> each : wanted.entrySet()) {
            Location place = each.getValue();
            byName.put(
                    each.getKey(),
                    OnnxTensor.createTensor(
                            OrtEnvironment.getEnvironment(),
                            memory.asSlice(place.offset(), place.bytes())
                                    .asByteBuffer()
                                    .order(ByteOrder.nativeOrder()),
                            place.tensor().shape().stream()
                                    .mapToLong(Long::longValue)
                                    .toArray(),
                            place.type() == DataType.F16 ? OnnxJavaType.FLOAT16 : OnnxJavaType.BFLOAT16));
        }
    }

    /**
     * The values of a weight in 16 bits, rounded to the nearest and to the even of two; infinite beyond the largest.
     */
    public static byte[] converted(Weights weights, TensorInfo tensor, DataType type) {
        byte[] bytes = new byte[Math.toIntExact(type.bytes() * tensor.elements())];
        convert(weights, tensor, type, MemorySegment.ofArray(bytes));
        return bytes;
    }

    private static void convert(Weights weights, TensorInfo tensor, DataType type, MemorySegment target) {
        float[] values = weights.toFloats(tensor);
        boolean half = type == DataType.F16;
        for (int i = 0; i < values.length; i++) {
            target.set(SHORT, 2L * i, half ? Float.floatToFloat16(values[i]) : bfloat16(values[i]));
        }
    }

    static short bfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        // Adding would make an infinity or a zero of some that are no number.
        return Float.isNaN(value)
                ? (short) ((bits >>> 16) | QUIET)
                : (short) ((bits + HALF + ((bits >>> 16) & 1)) >>> 16);
    }

    /** As weights that the runtime copies to its device, which it does not do with initializers that it is given. */
    @Override
    public void addTo(OrtSession.SessionOptions session) throws OrtException {
        if (!byName.isEmpty()) {
            session.addExternalInitializers(Map.copyOf(byName));
        }
    }

    @Override
    public void trim() {
        NativeHeap.forget(memory);
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            byName.values().forEach(OnnxTensor::close);
            arena.close();
        }
    }
}
