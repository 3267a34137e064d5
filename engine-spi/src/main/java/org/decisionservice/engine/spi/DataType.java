// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

/** Element types of a safetensors file, under the format's own names; all little-endian. Others are {@link #OTHER}. */
public enum DataType {
    F32(4, true),
    F16(2, true),
    BF16(2, true),
    F64(8, false),
    I64(8, false),
    I32(4, false),
    I16(2, false),
    I8(1, false),
    U64(8, false),
    U32(4, false),
    U16(2, false),
    U8(1, false),
    BOOL(1, false),
    C64(8, false),
    F8_E4M3(1, false),
    F8_E5M2(1, false),
    F8_E8M0(1, false),
    OTHER(0, false);

    private final int bytes;
    private final boolean weight;

    DataType(int bytes, boolean weight) {
        this.bytes = bytes;
        this.weight = weight;
    }

    /** Bytes of one element; 0 if they are not known. */
    public int bytes() {
        return bytes;
    }

    /** Whether a model's weights may have this type. */
    public boolean isWeight() {
        return weight;
    }
}
