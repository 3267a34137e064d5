// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import org.decisionservice.engine.spi.DataType;

/** A type of numbers, by the number that it has in serialized TorchScript. */
public enum NumberType {
    FLOAT32(6),
    FLOAT16(5),
    BFLOAT16(15);

    private final int number;

    NumberType(int number) {
        this.number = number;
    }

    long number() {
        return number;
    }

    /** The type of stored weights. */
    static NumberType of(DataType stored) {
        return switch (stored) {
            case F32 -> FLOAT32;
            case F16 -> FLOAT16;
            case BF16 -> BFLOAT16;
            default -> throw new IllegalArgumentException(stored + " is no type of weights");
        };
    }
}
