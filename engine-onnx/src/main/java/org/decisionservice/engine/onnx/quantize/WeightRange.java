// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

/** The range that the bytes of weights may use. */
public enum WeightRange {
    /** The whole symmetric range of a signed byte. */
    EIGHT_BITS(127),

    /**
     * For processors that add two products of bytes in 16 bits and saturate. The largest activation is 255, and 2 · 255
     * · 63 = 32,130 still fits.
     */
    SEVEN_BITS(63);

    private final int largest;

    WeightRange(int largest) {
        this.largest = largest;
    }

    /** The largest absolute value of a byte. */
    public int largest() {
        return largest;
    }
}
