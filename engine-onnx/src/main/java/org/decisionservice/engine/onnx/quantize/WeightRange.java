// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

/** How large the bytes of weights may be. */
public enum WeightRange {
    /** All that a signed byte holds on both sides of 0. */
    EIGHT_BITS(127),

    /**
     * For processors that add two products of bytes in 16 bits and cut off what does not fit: the largest activation is
     * 255, and 2 · 255 · 63 = 32,130 fits.
     */
    SEVEN_BITS(63);

    private final int largest;

    WeightRange(int largest) {
        this.largest = largest;
    }

    /** The largest byte, without its sign. */
    public int largest() {
        return largest;
    }
}
