// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.decisionservice.engine.spi.DataType;

/**
 * Converts weights of any type to float32. This is not left to libtorch, because DJL's binding ends the process on
 * bfloat16.
 */
final class Widening {
    private static final ValueLayout.OfShort STORED =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    private Widening() {}

    /**
     * Copies elements.
     *
     * @param source elements of {@code type}, read starting at element {@code from}
     * @param target float32 in the machine's byte order, written starting at element {@code to}
     */
    static void copy(DataType type, MemorySegment source, long from, MemorySegment target, long to, long count) {
        switch (type) {
            case F32 -> MemorySegment.copy(source, Float.BYTES * from, target, Float.BYTES * to, Float.BYTES * count);
            case F16 -> {
                for (long i = 0; i < count; i++) {
                    float value = Float.float16ToFloat(source.get(STORED, Short.BYTES * (from + i)));
                    target.set(FLOAT, Float.BYTES * (to + i), value);
                }
            }
            case BF16 -> {
                for (long i = 0; i < count; i++) {
                    float value = Float.intBitsToFloat(source.get(STORED, Short.BYTES * (from + i)) << 16);
                    target.set(FLOAT, Float.BYTES * (to + i), value);
                }
            }
            default -> throw new IllegalArgumentException(type + " is no type of weights");
        }
    }
}
