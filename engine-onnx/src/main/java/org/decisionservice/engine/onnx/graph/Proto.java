// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** One protocol buffer message under construction: as much of the wire format as ONNX needs. */
final class Proto {
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** An int32, int64, bool or enum field. */
    Proto number(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
        return this;
    }

    Proto number(int field, float value) {
        varint(((long) field << 3) | FIXED32);
        int bits = Float.floatToIntBits(value);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            out.write(bits >>> shift);
        }
        return this;
    }

    Proto text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Proto message(int field, Proto value) {
        return bytes(field, value.toBytes());
    }

    Proto bytes(int field, byte[] value) {
        varint(((long) field << 3) | LENGTH_DELIMITED);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    /** The encoded fields in the order they were written. */
    byte[] toBytes() {
        return out.toByteArray();
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
